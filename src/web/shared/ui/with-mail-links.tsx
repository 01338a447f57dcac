import type { ReactNode } from 'react'

/** A text in which the address, wherever it stands, opens the reader's mail program. */
export function withMailLinks(text: string, address: string): ReactNode {
  const [first, ...others] = text.split(address)
  if (others.length === 0) return text
  let at = first?.length ?? 0
  return [
    first,
    ...others.flatMap((part) => {
      const place = at
      at += address.length + part.length
      return [
        <a key={place} href={`mailto:${address}`}>
          {address}
        </a>,
        part,
      ]
    }),
  ]
}
