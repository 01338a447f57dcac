/** What goes between two processes: something that JSON can hold, and bytes. */
export type Message<Head> = { head: Head; bytes: Uint8Array }

/** The lengths of the JSON and of the bytes that follow, each in four bytes, least significant first. */
export const lengthsBytes = 8

/** A message without its bytes, which follow as they are: no copy of megabytes is made. */
export function writeFrameHead({ head, bytes }: Message<unknown>): Buffer {
  const json = Buffer.from(JSON.stringify(head))
  const frame = Buffer.alloc(lengthsBytes + json.byteLength)
  frame.writeUInt32LE(json.byteLength, 0)
  frame.writeUInt32LE(bytes.byteLength, 4)
  frame.set(json, lengthsBytes)
  return frame
}

/** How much JSON and how many bytes follow. */
export function readLengths(lengths: Buffer): { jsonBytes: number; bodyBytes: number } {
  return { jsonBytes: lengths.readUInt32LE(0), bodyBytes: lengths.readUInt32LE(4) }
}
