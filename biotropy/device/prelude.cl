// SPDX-License-Identifier: Apache-2.0
//
// Keywords of the kernels in OpenCL C 1.2. prelude.cu defines the same keywords.
typedef uchar u8;
typedef ushort u16;
typedef uint u32;
typedef ulong u64;
typedef long s64;

// Products and sums are not fused, so that results have the bits of the processor.
#pragma OPENCL FP_CONTRACT OFF
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define BITS_OF_DOUBLE(value) as_ulong(value)
#define DOUBLE_OF_BITS(bits) as_double(bits)
#endif
#define BITS_OF_FLOAT(value) as_uint(value)
#define FLOAT_OF_BITS(bits) as_float(bits)

#define KERNEL __kernel
#define KERNEL_OF_GROUPS(size) __kernel __attribute__((reqd_work_group_size(size, 1, 1)))
// Inlined whatever its size: where a call stays, PoCL 3.1 gives a local array that it names other memory.
#define DEVICE static __attribute__((always_inline))
#define GLOBAL __global
#define CONSTANT __constant
#define LOCAL __local
#define LOCAL_ARRAY(type, name, size) __local type name[size] __attribute__((aligned(16)))
// Its bytes are also those of Grid::local_bytes, which CUDA needs above 48 KiB. At most one in a kernel.
#define LARGE_LOCAL_ARRAY(type, name, size) LOCAL_ARRAY(type, name, size)
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define LOCAL_ID() ((u32)get_local_id(0))
#define GROUP_ID() ((u32)get_group_id(0))
#define GROUP_SIZE() ((u32)get_local_size(0))
#define GLOBAL_ID() ((u64)get_global_id(0))
#define POPCOUNT(word) popcount((u32)(word))
#define POPCOUNT64(word) ((u32)popcount((u64)(word)))
// The lower word of both, moved down by the lowest five bits of a number.
#define FUNNEL_SHIFT(low, high, bits) ((u32)(((u64)(high) << 32 | (low)) >> ((bits) & 31u)))
#define UNROLL _Pragma("unroll")
// How far other loops are unrolled is left to the compiler: those of processors take seconds for long programs.
#define UNROLL_BY(number)

// Value of the work item `distance` places later among `width` neighbours, at most 32, for all work items of a group at
// once; the last `distance` neighbours get a value without meaning. OpenCL C 1.2 has no exchange of registers.
#define EXCHANGE_ARRAY(name, group) __local u32 name[group + 32u]
#define FROM_LATER(value, distance, width, array) from_later(value, distance, array)
DEVICE u32 from_later(u32 value, u32 distance, __local u32* array) {
  array[get_local_id(0)] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  const u32 later = array[get_local_id(0) + distance];
  barrier(CLK_LOCAL_MEM_FENCE);
  return later;
}
