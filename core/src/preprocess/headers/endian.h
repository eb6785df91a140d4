#ifndef __BRAID_ENDIAN_H
#define __BRAID_ENDIAN_H

#include <stdint.h>

#define __LITTLE_ENDIAN 1234
#define __BIG_ENDIAN 4321
#define __BYTE_ORDER __LITTLE_ENDIAN
#define LITTLE_ENDIAN __LITTLE_ENDIAN
#define BIG_ENDIAN __BIG_ENDIAN
#define BYTE_ORDER __BYTE_ORDER

static inline uint16_t __braid_swapped16(uint16_t x) { return (uint16_t)(x << 8 | x >> 8); }
static inline uint32_t __braid_swapped32(uint32_t x) {
    return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;
}
static inline uint64_t __braid_swapped64(uint64_t x) {
    return (uint64_t)__braid_swapped32((uint32_t)x) << 32 | __braid_swapped32((uint32_t)(x >> 32));
}

#define htobe16(x) __braid_swapped16(x)
#define htobe32(x) __braid_swapped32(x)
#define htobe64(x) __braid_swapped64(x)
#define be16toh(x) __braid_swapped16(x)
#define be32toh(x) __braid_swapped32(x)
#define be64toh(x) __braid_swapped64(x)
#define htole16(x) ((uint16_t)(x))
#define htole32(x) ((uint32_t)(x))
#define htole64(x) ((uint64_t)(x))
#define le16toh(x) ((uint16_t)(x))
#define le32toh(x) ((uint32_t)(x))
#define le64toh(x) ((uint64_t)(x))

#endif
