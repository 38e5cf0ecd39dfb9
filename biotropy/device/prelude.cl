// SPDX-License-Identifier: Apache-2.0
//
// The words of the kernels in OpenCL C 1.2. The same words are in prelude.cu.
typedef uchar u8;
typedef ushort u16;
typedef uint u32;
typedef ulong u64;

#define KERNEL __kernel
#define DEVICE static
#define GLOBAL __global
#define LOCAL __local
#define LOCAL_ARRAY(type, name, size) __local type name[size]
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define LOCAL_ID() ((u32)get_local_id(0))
#define GROUP_ID() ((u32)get_group_id(0))
#define GROUP_SIZE() ((u32)get_local_size(0))
#define GLOBAL_ID() ((u64)get_global_id(0))
#define POPCOUNT(word) popcount((u32)(word))
#define POPCOUNT64(word) ((u32)popcount((u64)(word)))
#define UNROLL _Pragma("unroll")
