import { lengthsBytes, type Message, readLengths } from './frames.ts'

/**
 * Puts a message together of what arrives. Its bytes go into a SharedArrayBuffer as they come, which other threads see without a copy.
 * @returns takes what arrived next, and answers the message once it is whole
 */
export function readMessage<Head>(): (chunk: Buffer) => Message<Head> | null {
  let start = Buffer.alloc(0)
  let message: Message<Head> | null = null
  let at = 0
  return (chunk) => {
    let bytes = chunk
    if (!message) {
      start = Buffer.concat([start, chunk])
      if (start.byteLength < lengthsBytes) return null
      const { jsonBytes, bodyBytes } = readLengths(start)
      const headEnd = lengthsBytes + jsonBytes
      if (start.byteLength < headEnd) return null
      message = {
        head: JSON.parse(start.toString('utf8', lengthsBytes, headEnd)),
        bytes: new Uint8Array(new SharedArrayBuffer(bodyBytes)),
      }
      bytes = start.subarray(headEnd)
    }
    message.bytes.set(bytes, at)
    at += bytes.byteLength
    return at === message.bytes.byteLength ? message : null
  }
}
