import { html, raw } from 'hono/html'

type Html = ReturnType<typeof html>

/**
 * Returns a function that makes the pages of a simulator. Each page has a notice at the top and `name` after its title,
 * and is excluded from search engines.
 */
export function definePage(name: string, notice: Html, accent: { light: string; dark: string }, styles = '') {
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

/** The shared styles of the simulators' pages, with an accent colour for each colour scheme. */
function makePageStyles(accent: { light: string; dark: string }): string {
  return `
  :root { color-scheme: light dark; --ink: light-dark(#1d2433, #e8eaf0); --soft: light-dark(#5b6472, #a5adba);
    --paper: light-dark(#f6f7f9, #14171d); --card: light-dark(#fff, #1c2029); --line: light-dark(#d9dde4, #343a46);
    --accent: light-dark(${accent.light}, ${accent.dark}); --on-accent: light-dark(#fff, #14171d); --bad: light-dark(#b42318, #fda29b);
    --note: light-dark(#fff7e0, #33290f); --note-line: light-dark(#e5c76b, #7a6423); }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 30rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
  .notice { background: var(--note); border: 1px solid var(--note-line); border-radius: 8px; padding: .75rem 1rem; margin: 0 0 1.5rem; }
  .card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.5rem; margin: 0 0 1rem; }
  h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 .25rem; } h2 { font-size: 1.0625rem; margin: 0 0 .5rem; } p { margin: 0 0 1rem; }
  button, .button { display: block; width: 100%; font: inherit; font-weight: 600; text-align: center; text-decoration: none; border-radius: 8px;
    padding: .6875rem 1rem; margin: .75rem 0 0; cursor: pointer; border: 1px solid var(--soft); background: transparent; color: inherit; }
  button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  dl { margin: 0; display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; } dt { color: var(--soft); }
  dd { margin: 0; overflow-wrap: anywhere; }
`
}
