/** An element with its namespace resolved; `text` is its own text without that of its children. */
export type XmlElement = {
  namespace: string
  name: string
  /** The attributes without a prefix, except declarations of namespaces. */
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  text: string
}

/** The namespaces in scope, by prefix; the empty prefix is the default. */
type Scope = ReadonlyMap<string, string>

/** All that an element can consist of in canonical XML (RFC 3741) without comments and processing instructions. */
const token = /<\/([^\s<>/!?"'=]+)>|<([^\s<>/!?"'=]+)((?: [^\s<>/"'=]+="[^"<]*")*)>|([^<]+)/y

/**
 * Reads the canonical form of one element, as a canonicaliser writes it: no declaration, no DTD, no CDATA, no comment,
 * no empty-element tag, every attribute in double quotes and every reference one of seven. This is why a reader of a
 * few lines suffices. Null for every other text.
 */
export function parseCanonicalXml(text: string): XmlElement | null {
  const root: XmlElement = { namespace: '', name: '', attributes: new Map(), children: [], text: '' }
  const open: { element: XmlElement; scope: Scope; tag: string }[] = [
    { element: root, scope: new Map([['', '']]), tag: '' },
  ]
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const [, endTag, startTag, attributes = '', content] = token.exec(text) ?? []
    const parent = open.at(-1)
    if (!parent) return null
    if (content !== undefined) {
      const decoded = decode(content)
      if (decoded === null || parent.element === root) return null
      parent.element.text += decoded
    } else if (startTag !== undefined) {
      const started = startElement(startTag, attributes, parent.scope)
      if (!started) return null
      parent.element.children.push(started.element)
      open.push({ ...started, tag: startTag })
    } else if (endTag === undefined || open.pop()?.tag !== endTag) return null
  }
  const [only, ...others] = root.children
  return only && others.length === 0 && open.length === 1 ? only : null
}

function startElement(tag: string, text: string, outer: Scope): { element: XmlElement; scope: Scope } | null {
  const scope = new Map(outer)
  const attributes = new Map<string, string>()
  for (const [, name = '', raw = ''] of text.matchAll(/ ([^=]+)="([^"]*)"/g)) {
    const value = decode(raw)
    if (value === null) return null
    if (name === 'xmlns') scope.set('', value)
    else if (name.startsWith('xmlns:')) scope.set(name.slice(6), value)
    else if (!name.includes(':')) attributes.set(name, value)
  }
  const [, prefix = '', name] = /^(?:([^:]+):)?([^:]+)$/.exec(tag) ?? []
  const namespace = scope.get(prefix)
  if (namespace === undefined || name === undefined) return null
  return { element: { namespace, name, attributes, children: [], text: '' }, scope }
}

/** The only references that a canonicaliser writes. */
const references: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x9;': '\t',
  '&#xA;': '\n',
  '&#xD;': '\r',
}

function decode(text: string): string | null {
  let isCanonical = true
  const decoded = text.replaceAll(/&[^;]*;?/g, (reference) => {
    const meant = references[reference]
    isCanonical &&= meant !== undefined
    return meant ?? ''
  })
  return isCanonical ? decoded : null
}
