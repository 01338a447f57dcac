/** Writes a file atomically and durably: after a power cut it has either its new or its old contents. */
export function writeDurably(path: string, contents: string): void
export function syncTree(path: string): void
