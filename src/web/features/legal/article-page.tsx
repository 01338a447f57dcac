import type { ReactNode } from 'react'
import { Link } from 'react-router'
import words from '../../../words/en/legal.ts'
import { readSite } from '../../api/site.ts'
import { insert } from '../../shared/ui/insert.ts'
import { useHeadingFocus } from '../../shared/ui/page-frame.tsx'
import classes from './article-page.module.css'
import { EnglishNote, inEnglish } from './english-note.tsx'

/** A text page: a heading, an introduction, and titled parts of paragraphs and lists. */
export type Article = {
  title: string
  lead: string
  /** The date of the last change, as displayed. */
  updated?: string
  parts: readonly ArticlePart[]
}

export type ArticlePart = {
  id: string
  heading: string
  /** A text is a paragraph, a list of texts a bulleted list. */
  blocks: readonly (string | readonly string[])[]
  /** A page of this site that the part mentions. */
  link?: { to: string; label: string }
}

/** The data of this installation in the texts, from the server. */
export type Installation = {
  supportEmail: string
  retentionDays: string
  backupDays: string
  linkLifeDays: string
}

type Text = string | ((values: never) => string)

/** The parts of an article in a catalogue, by their anchors, with the data of this installation. */
export function readParts(
  parts: Readonly<Record<string, { heading: string; blocks: readonly (Text | readonly Text[])[] }>>,
  site: Partial<Installation>,
): ArticlePart[] {
  const fill = (text: Text) => (typeof text === 'string' ? text : text(site as never))
  return Object.entries(parts).map(([id, { heading, blocks }]) => ({
    id,
    heading,
    blocks: blocks.map((block) => (isList(block) ? block.map(fill) : fill(block))),
  }))
}

const isList = (block: Text | readonly Text[]): block is readonly Text[] => Array.isArray(block)

type ArticlePageProps = {
  article: Article
  /** Whether the text exists in English alone, in every language of the page. */
  isEnglish?: boolean
}

/** A long text in one column, with a table of contents beside it where there is room. */
export function ArticlePage({
  article: { title, lead, updated, parts },
  isEnglish = false,
}: ArticlePageProps) {
  const heading = useHeadingFocus()
  const renderLinked = (text: string) => withMailLinks(text, readSite().supportEmail)
  const own = isEnglish ? inEnglish : {}
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <h1 ref={heading} tabIndex={-1} {...own}>
          {title}
        </h1>
        <p className={classes['lead']} {...own}>
          {lead}
        </p>
        {updated ? (
          <p className={classes['updated']}>
            {insert(words.updated, { day: <span {...own}>{updated}</span> })}
          </p>
        ) : null}
        {isEnglish ? <EnglishNote /> : null}
      </header>
      <nav className={classes['contents']} aria-label={words.contents}>
        <p>{words.contents}</p>
        <ol {...own}>
          {parts.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`}>{heading}</a>
            </li>
          ))}
        </ol>
      </nav>
      <article className={classes['article']} {...own}>
        {parts.map(({ id, heading, blocks, link }) => (
          <section key={id} id={id}>
            <h2>{heading}</h2>
            {blocks.map((block) =>
              typeof block === 'string' ? (
                <p key={block}>{renderLinked(block)}</p>
              ) : (
                <ul key={block.join()}>
                  {block.map((item) => (
                    <li key={item}>{renderLinked(item)}</li>
                  ))}
                </ul>
              ),
            )}
            {link ? (
              <p>
                <Link to={link.to}>{link.label}</Link>
              </p>
            ) : null}
          </section>
        ))}
      </article>
    </div>
  )
}

/** Turns each occurrence of the address into a mail link. */
function withMailLinks(text: string, address: string): ReactNode {
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
