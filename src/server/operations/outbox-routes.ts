import { Hono } from 'hono'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { AppEnv } from '../http/app-env.ts'
import { type Outbox, type OutboxMail, withInlineMark } from '../platform/mail/index.ts'

const listed = 100

/** Nothing is loaded from anywhere; the mail's own styles apply inside its sandboxed frame only. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; form-action 'none'; frame-ancestors 'self'"

/** The mails that did not leave this machine, to read while developing: below /dev, whose middleware lets in only this machine. */
export function createOutboxRoutes(outbox: Outbox): Hono<AppEnv> {
  const app = new Hono<AppEnv>()

  app.use('/dev/outbox/*', async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
    c.header('Content-Security-Policy', policy)
    c.header('X-Frame-Options', 'SAMEORIGIN')
  })

  app.get('/dev/outbox', async (c) => {
    const mails = await outbox.listNewest(listed)
    if (doesWantJson(c.req.header('accept'))) return c.json(mails)
    return c.html(
      renderPage('Outbox', mails.length === 0 ? html`<p>No mail has been sent yet.</p>` : renderList(mails)),
    )
  })

  app.get('/dev/outbox/:name', async (c) => {
    const mail = await outbox.find(c.req.param('name'))
    if (!mail) return c.notFound()
    if (doesWantJson(c.req.header('accept'))) return c.json(mail)
    return c.html(renderPage(mail.subject, renderBody(mail)))
  })

  app.get('/dev/outbox/:name/html', async (c) => {
    const mail = await outbox.find(c.req.param('name'))
    return mail ? c.html(withInlineMark(mail.html)) : c.notFound()
  })
  return app
}

function doesWantJson(accept: string | undefined): boolean {
  return accept?.includes('application/json') ?? false
}

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

function renderPage(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid #ddd; padding: 0.4rem; text-align: left; vertical-align: top }
pre { background: #f6f6f6; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere }
iframe { border: 1px solid #ddd; height: 40rem; width: 100% }
</style></head>
<body><h1>${title}</h1>${content}</body>
</html>`
}

function renderList(mails: OutboxMail[]): Html {
  return html`<table>
<thead><tr><th>Sent</th><th>To</th><th>Subject</th></tr></thead>
<tbody>${mails.map(
    (mail) =>
      html`<tr><td>${mail.sentAt}</td><td>${mail.to}</td><td><a href="/dev/outbox/${mail.name}">${mail.subject}</a></td></tr>`,
  )}</tbody>
</table>`
}

function renderBody(mail: OutboxMail): Html {
  return html`<p>To ${mail.to}, ${mail.sentAt}. <a href="/dev/outbox">All mails</a></p>
<pre>${renderWithLinks(mail.text)}</pre>
<h2>As HTML</h2>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" src="/dev/outbox/${mail.name}/html" title="The mail as HTML"></iframe>`
}

/** The text with its addresses as links. */
function renderWithLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}
