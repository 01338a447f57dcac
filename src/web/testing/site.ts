import { nameSiteMeta, type Site } from '../api/site.ts'

/** Sets a value of the page's site, until the returned function takes it back. */
export function setSite(key: keyof Site, value: string): () => void {
  const meta = document.createElement('meta')
  meta.name = nameSiteMeta(key)
  meta.content = value
  document.head.append(meta)
  return () => meta.remove()
}
