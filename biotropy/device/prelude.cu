// SPDX-License-Identifier: Apache-2.0
//
// Keywords of the kernels in CUDA C++. prelude.cl defines the same keywords.
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long s64;

// A compiler option keeps products and sums from being fused.
#define BITS_OF_DOUBLE(value) ((u64)__double_as_longlong(value))
#define DOUBLE_OF_BITS(bits) __longlong_as_double((s64)(bits))
#define BITS_OF_FLOAT(value) __float_as_uint(value)
#define FLOAT_OF_BITS(bits) __uint_as_float(bits)

#define KERNEL extern "C" __global__
#define KERNEL_OF_GROUPS(size) extern "C" __global__ __launch_bounds__(size)
#define DEVICE static __device__
#define GLOBAL
// Not const: the compiler would put the numbers into the instructions, two more for each of 64 bits.
#define CONSTANT __constant__
#define LOCAL
#define LOCAL_ARRAY(type, name, size) __shared__ __align__(16) type name[size]
#define LARGE_LOCAL_ARRAY(type, name, size) extern __shared__ __align__(16) type name[]
#define BARRIER() __syncthreads()
#define LOCAL_ID() ((u32)threadIdx.x)
#define GROUP_ID() ((u32)blockIdx.x)
#define GROUP_SIZE() ((u32)blockDim.x)
#define GLOBAL_ID() ((u64)blockIdx.x * blockDim.x + threadIdx.x)
#define POPCOUNT(word) ((u32)__popc(word))
#define POPCOUNT64(word) ((u32)__popcll(word))
// The lower word of both, moved down by the lowest five bits of a number.
#define FUNNEL_SHIFT(low, high, bits) __funnelshift_r(low, high, bits)
#define UNROLL _Pragma("unroll")
#define PRAGMA(text) _Pragma(#text)
#define UNROLL_BY(number) PRAGMA(unroll number)

#define EXCHANGE_ARRAY(name, group)
#define FROM_LATER(value, distance, width, array) __shfl_down_sync(0xffffffffu, value, distance, width)
