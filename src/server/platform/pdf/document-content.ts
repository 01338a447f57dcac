/** What a page shows, as plain values: the features say what, this folder says how it looks. */
export type DocumentContent = {
  /** The document's title, in its properties and on every page's foot. Printed in viewers' title bars: no personal data. */
  title: string
  /** BCP 47, for screen readers. */
  language: string
  /** Readable in the file's own properties without parsing its pages, for programs that look the record up. */
  reference: string
  /** Stands at the left of every page's foot. */
  foot: string
  /** A last paragraph for the case that a character had to be shown by its number. */
  unprintableNote: string
  blocks: readonly Block[]
}

/** One labelled fact. `mono` is for hashes and ids. */
export type Fact = { label: string; value: string; style?: 'text' | 'mono' }

export type Column = {
  heading: string
  /** This column's part of the width; the parts are relative to each other. */
  share: number
  style?: 'text' | 'mono'
}

export type Block =
  /** The head of the first page: the product's name, a title, what it is, and a QR code with the address it leads to. */
  | {
      block: 'masthead'
      product: string
      title: string
      subtitle: string
      qr: { url: string; caption: string; description: string }
    }
  | { block: 'heading'; text: string; level: 2 | 3 }
  | { block: 'paragraph'; text: string; tone?: 'body' | 'quiet' }
  /** Somebody's own words, set apart. */
  | { block: 'quotation'; text: string }
  /** Something that must be seen: a withdrawal, a timestamp that is still missing. */
  | { block: 'remark'; heading: string; text: string }
  | { block: 'facts'; rows: readonly Fact[] }
  /** Two parties side by side, each with a name as its heading. */
  | { block: 'parties'; parties: readonly { role: string; name: string; rows: readonly Fact[] }[] }
  | {
      block: 'signatures'
      signatures: readonly { role: string; signature: string; printedName: string; signedOn: string }[]
    }
  | { block: 'table'; columns: readonly Column[]; rows: readonly (readonly string[])[] }
