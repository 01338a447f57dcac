/** COPY ends each row with the only line feed of it, since those in a value are escaped (PostgreSQL, COPY, text format). */
const lineFeed = 10

/** How many rows end in a piece of what COPY sends. */
export function countRowsIn(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) count += 1
  return count
}

/** What COPY sends, to be read a number of rows at a time: `next` gives so many, or all that are left. One `next` is read to its end before another. */
export function cutRows(stream: AsyncIterable<Buffer>): { next(count: number): AsyncGenerator<Buffer> } {
  const chunks = stream[Symbol.asyncIterator]()
  let kept: Buffer | null = null
  return {
    async *next(count) {
      for (let left = count; left > 0; ) {
        const read: Buffer | null = kept ?? ((await chunks.next()).value as Buffer | undefined) ?? null
        if (!read) return
        const end = locateRowEnd(read, left)
        kept = end < read.length ? read.subarray(end) : null
        const part = read.subarray(0, end)
        left -= countRowsIn(part)
        yield part
      }
    },
  }
}

/** Where the row with this number ends in a chunk, counted from one; its length when it does not. */
function locateRowEnd(chunk: Buffer, number: number): number {
  let end = 0
  for (let row = 0; row < number; row += 1) {
    const at = chunk.indexOf(lineFeed, end)
    if (at < 0) return chunk.length
    end = at + 1
  }
  return end
}
