// Preloaded into a program, counts what it allocates and says so at its end.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long count;
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

void *malloc(size_t size) { count++; return __libc_malloc(size); }
void *calloc(size_t many, size_t size) { count++; return __libc_calloc(many, size); }
void *realloc(void *old, size_t size) { count++; return __libc_realloc(old, size); }
void *aligned_alloc(size_t alignment, size_t size) { count++; return __libc_malloc(size + alignment); }

__attribute__((destructor)) static void tell(void) { fprintf(stderr, "allocations %lu\n", count); }
