/**
 * What Node is told to run the built server, from the project's folder. Without the first word V8 takes 64 MB for new
 * objects during the start and keeps them. Without the second it looks through all objects after each 20 MB of files
 * that come and go, which takes 30 ms.
 */
export const serverProgram = ['--max-semi-space-size=8', '--initial-old-space-size=160', 'build/node/main.js']

/** The C library keeps two heaps instead of one for each thread. */
export const serverMemory = { MALLOC_ARENA_MAX: '2' }
