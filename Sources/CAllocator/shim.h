/* The settings of the GNU allocator, where there is one. */
#ifndef CALLOCATOR_SHIM_H
#define CALLOCATOR_SHIM_H
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#endif
