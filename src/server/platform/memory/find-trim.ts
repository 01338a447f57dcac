type Trim = () => Promise<void>

let found: Promise<Trim | null> | null = null

/**
 * The C library's way to give free memory back, malloc_trim(3), run in a thread; null where it has none, as musl and macOS. Looked for at the
 * first call.
 */
export function findTrim(): Promise<Trim | null> {
  found ??= load()
  return found
}

async function load(): Promise<Trim | null> {
  try {
    const { default: koffi } = await import('koffi')
    const trim = koffi.load(null).func('int malloc_trim(size_t pad)')
    return () =>
      new Promise((resolve, reject) => {
        trim.async(0, (error: Error | null) => (error ? reject(error) : resolve()))
      })
  } catch {
    return null
  }
}
