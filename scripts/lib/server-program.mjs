/**
 * What Node is told to run the built server, from the project's folder. Without the first word V8 takes 64 MB for new objects during the
 * start and keeps them. Without the second it looks through all objects after each 20 MB of files that come and go, which takes 30 ms.
 */
export const serverProgram = ['--max-semi-space-size=8', '--initial-old-space-size=160', 'build/node/main.js']

/**
 * The C library keeps two heaps instead of one for each thread, and gives back what it no longer needs: what is larger than the 64 KB of a
 * read from a socket has memory of its own.
 */
export const serverMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '73728',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
