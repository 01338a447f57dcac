/**
 * Node's options for the built server, and its path in the project. Without the first option, V8 allocates 64 MB for
 * new objects during the start and keeps them. Without the second one, a full garbage collection of 30 ms runs after
 * each 20 MB of files.
 */
export const serverProgram = ['--max-semi-space-size=8', '--initial-old-space-size=160', 'build/node/main.js']

/** Limits the C library to two heaps; by default it has one for each thread. */
export const serverMemory = { MALLOC_ARENA_MAX: '2' }
