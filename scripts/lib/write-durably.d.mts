/** Writes a file so that after a power cut its name leads to the whole of it, or to what was there before. */
export function writeDurably(path: string, contents: string): void
export function syncTree(path: string): void
