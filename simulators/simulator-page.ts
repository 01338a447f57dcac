import { html, raw } from 'hono/html'
import { makePageStyles } from './page-styles.ts'

type Html = ReturnType<typeof html>

/** What the pages of one simulator have in common. */
type Looks = {
  /** Behind the title of each page. */
  name: string
  /** Says on top of each page what it is. */
  notice: Html
  accent: { light: string; dark: string }
  /** Styles of its own. */
  styles?: string
}

/** A function that makes the pages of a simulator. They say what they are, and no searcher finds them. */
export function definePage({ name, notice, accent, styles = '' }: Looks) {
  const style = raw(`${makePageStyles(accent)}${styles}`)
  return (title: string, body: Html): Html => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title} · ${name}</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <p class="notice" role="note">${notice}</p>
      ${body}
    </main>
  </body>
</html>`
}
