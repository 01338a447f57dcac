/** A text page: a heading, an introduction, and headed parts of paragraphs and lists. */
export type Article = {
  title: string
  lead: string
  /** When the text last changed, as people read it. */
  updated?: string
  parts: readonly ArticlePart[]
}

export type ArticlePart = {
  /** Names the part in links to it. */
  id: string
  heading: string
  /** A text is a paragraph, a list of texts a bulleted list. */
  blocks: readonly (string | readonly string[])[]
  /** A page of this site that the part mentions. */
  link?: { to: string; label: string }
}

/** The data of this installation in the texts, from the server. */
export type Installation = { supportEmail: string; retentionDays: string; linkLifeDays: string }
