import { html, raw } from 'hono/html'
import { pageStyles } from '../page-styles.ts'

type Html = ReturnType<typeof html>

const styles = raw(pageStyles({ light: '#0f766e', dark: '#5eead4' }))

/** A page of the simulated wallet. It says on top what it is. */
export function page(title: string, body: Html | Promise<Html>) {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title} · simulated wallet</title>
    <style>${styles}</style>
  </head>
  <body>
    <main>
      <p class="notice" role="note"><strong>This is a simulator, not a wallet.</strong> It says whatever you press, of nobody, and
        nothing leaves this computer.</p>
      ${body}
    </main>
  </body>
</html>`
}
