import { html, raw } from 'hono/html'

type Html = ReturnType<typeof html>

const styles = raw(`
  :root { color-scheme: light dark; --ink: light-dark(#1d2433, #e8eaf0); --soft: light-dark(#5b6472, #a5adba);
    --paper: light-dark(#f6f7f9, #14171d); --card: light-dark(#fff, #1c2029); --line: light-dark(#d9dde4, #343a46);
    --accent: light-dark(#4338ca, #a5b4fc); --on-accent: light-dark(#fff, #14171d); --bad: light-dark(#b42318, #fda29b);
    --note: light-dark(#fff7e0, #33290f); --note-line: light-dark(#e5c76b, #7a6423); }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 30rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
  .notice { background: var(--note); border: 1px solid var(--note-line); border-radius: 8px; padding: .75rem 1rem; margin: 0 0 1.5rem; }
  .card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.5rem; margin: 0 0 1rem; }
  h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 .25rem; } h2 { font-size: 1.0625rem; margin: 0 0 .5rem; }
  p { margin: 0 0 1rem; } .price { font-size: 2rem; font-weight: 600; margin: 0 0 1.25rem; } .soft { color: var(--soft); }
  label { display: block; font-weight: 600; margin: 0 0 .375rem; }
  input { width: 100%; font: inherit; color: inherit; background: transparent; border: 1px solid var(--soft); border-radius: 8px; padding: .625rem .75rem; }
  input[aria-invalid=true] { border-color: var(--bad); } .error { color: var(--bad); margin: .375rem 0 0; font-weight: 600; }
  button, .button { display: block; width: 100%; font: inherit; font-weight: 600; text-align: center; text-decoration: none; border-radius: 8px;
    padding: .6875rem 1rem; margin: .75rem 0 0; cursor: pointer; border: 1px solid var(--soft); background: transparent; color: inherit; }
  button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  table { width: 100%; border-collapse: collapse; font-size: .9375rem; } td, th { text-align: left; padding: .375rem 0; border-top: 1px solid var(--line); vertical-align: top; }
  code { font-size: .9375rem; white-space: nowrap; } td + td { padding-left: 1rem; } dl { margin: 0; display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; }
  dt { color: var(--soft); } dd { margin: 0; }
`)

/** A page of the simulator. It says on top what it is. */
export function page(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title} · payment simulator</title>
    <style>${styles}</style>
  </head>
  <body>
    <main>
      <p class="notice" role="note"><strong>This is a simulator, not Stripe.</strong> No money moves, and nothing leaves this computer.
        Never type a real card number here.</p>
      ${body}
    </main>
  </body>
</html>`
}

/** Pence as pounds. */
export function money(pence: number): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(pence / 100)
}

/** A day as people read it, in UTC. */
export function dayOf(instant: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(instant)
}
