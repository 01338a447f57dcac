/** A form-encoded tree as Stripe's SDK sends it: `items[0][price]=x` becomes `{ items: { 0: { price: 'x' } } }`. */
export type FormTree = { [key: string]: string | FormTree }

/** Parses a form body or query string with bracketed names. Names that would reach an object's prototype are dropped. */
export function parseForm(text: string): FormTree {
  const tree: FormTree = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''))
    if (path.includes('__proto__')) continue
    let node = tree
    for (const part of path.slice(0, -1)) {
      const next = node[part]
      if (typeof next === 'object') node = next
      else {
        const made: FormTree = Object.create(null)
        node[part] = made
        node = made
      }
    }
    const last = path.at(-1)
    if (last !== undefined) node[last] = value
  }
  return tree
}

/** The text at a path of the tree; null when there is none. */
export function findText(tree: FormTree, ...path: string[]): string | null {
  let node: string | FormTree | undefined = tree
  for (const part of path) node = typeof node === 'object' ? node[part] : undefined
  return typeof node === 'string' ? node : null
}

/** The flat texts below a path, as Stripe's metadata is. */
export function listTexts(tree: FormTree, ...path: string[]): Record<string, string> {
  let node: string | FormTree | undefined = tree
  for (const part of path) node = typeof node === 'object' ? node[part] : undefined
  if (typeof node !== 'object') return {}
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
}
