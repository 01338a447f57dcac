import { useEffect, useState } from 'react'

/** An address for showing a blob in the page, revoked when the blob changes or the component goes; `null` without one. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const created = URL.createObjectURL(blob)
    setUrl(created)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(created)
    }
  }, [blob])
  return url
}
