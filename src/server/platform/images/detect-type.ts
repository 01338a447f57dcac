/** As many bytes as the types of interest are known by: looking at them takes microseconds, whatever they are. */
const headBytes = 4100

/** The media type that the bytes claim, null when unknown. */
export async function detectType(bytes: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  return (await fileTypeFromBuffer(bytes.slice(0, headBytes)))?.mime ?? null
}
