/**
 * Node's options for the built server, and its path in the project's folder. Without the first option V8 takes 64 MB
 * for new objects during the start and keeps them. Without the second a full garbage collection of 30 ms follows each
 * 20 MB of files.
 */
export const serverProgram = ['--max-semi-space-size=8', '--initial-old-space-size=160', 'build/node/main.js']

/** The C library keeps two heaps instead of one for each thread. */
export const serverMemory = { MALLOC_ARENA_MAX: '2' }
