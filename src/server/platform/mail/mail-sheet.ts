import { productName } from '../../../domain/product.ts'
import frameWords from '../../../words/en/mail-frame.ts'
import { readLanguage } from '../../../words/language.ts'
import { escapeHtml } from '../escape-html.ts'
import { type MailContent, markUrl } from './mail.ts'

const serif = `font-family:Georgia,'Times New Roman',serif`
const ink = 'color:#1d2320'
const quiet = 'color:#5b615d'
const text = 'font-size:16px;line-height:25px;margin:0 0 16px'
const small = 'font-size:14px;line-height:21px;margin:0 0 8px'

/** The product's light colours (src/web/theme/global.css), for mail clients that support no others. */
const styles = {
  body: 'background-color:#faf8f4;margin:0;padding:0',
  page: `background-color:#faf8f4;font-family:'Helvetica Neue',Helvetica,Arial,sans-serif;margin:0;padding:24px 0`,
  sheet: 'background-color:#ffffff;border:1px solid #e4e0d6;border-radius:12px;max-width:520px;padding:32px',
  brand: `${ink};${serif};font-size:18px;font-weight:600;line-height:24px;margin:0`,
  mark: 'display:inline-block;vertical-align:middle',
  h1: `${ink};${serif};font-size:24px;font-weight:600;line-height:32px;margin:20px 0 16px`,
  text: `${ink};${text}`,
  code: `${ink};font-family:monospace;font-size:32px;letter-spacing:6px;line-height:24px;margin:0 0 16px`,
  // Outlook ignores the padding of a link.
  buttonCell: 'background-color:#125751;border-radius:8px;mso-padding-alt:13px 22px',
  buttonLink:
    'color:#ffffff;display:inline-block;font-size:16px;font-weight:600;line-height:120%;padding:13px 22px;text-decoration:none',
  rule: 'border:none;border-top:1px solid #e4e0d6;margin:24px 0 16px;width:100%',
  quiet: `${quiet};${small}`,
  address: `${small};word-break:break-all`,
  link: 'color:#125751;text-decoration-line:none',
}

/** The dark colours, for mail clients that ask for them. */
const darkSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #121311 !important; }
  .sheet { background-color: #181917 !important; border-color: #34342f !important; }
  .ink { color: #ecebe6 !important; }
  .quiet { color: #a9aaa3 !important; }
  .link { color: #8ec4be !important; }
  .rule { border-color: #34342f !important; }
}`

const table = 'border="0" cellpadding="0" cellspacing="0" role="presentation"'

/** Renders the content in the current language, as rows of `renderSheet`. */
export function renderPart(content: MailContent): string {
  const { heading, paragraphs, action, code, footnote, reference, choicesUrl } = content
  const { start } = listSides()
  return `<tr><td ${writeLanguage()}>
<h1 class="ink" style="${styles.h1}">${escapeHtml(heading)}</h1>
${paragraphs.map((paragraph) => `<p class="ink" style="${styles.text}">${escapeHtml(paragraph)}</p>`).join('\n')}
${code ? `<p dir="ltr" class="ink" style="${styles.code};text-align:${start}">${escapeHtml(code)}</p>` : ''}
${action ? renderButton(action) : ''}
<hr class="rule" style="${styles.rule}">
${action ? renderAddress(action.url, start) : ''}
<p class="quiet" style="${styles.quiet}">${escapeHtml(footnote)}</p>
${reference ? `<p class="quiet" style="${styles.quiet}">${escapeHtml(frameWords.reference({ reference }))}</p>` : ''}
${choicesUrl ? renderChoices(choicesUrl) : ''}
</td></tr>`
}

/** The sides where lines of the current language begin and end: mail clients don't know logical properties. */
function listSides(): { start: 'left' | 'right'; end: 'left' | 'right' } {
  return readLanguage().direction === 'rtl'
    ? { start: 'right', end: 'left' }
    : { start: 'left', end: 'right' }
}

/** The attributes of the current language. Some mail clients remove the html element, so they are on tables too. */
function writeLanguage(): string {
  const { tag, direction } = readLanguage()
  return `lang="${escapeHtml(tag)}" dir="${direction}"`
}

/** Renders parts as a titled page in the current language that mail clients support: tables and inline styles. */
export function renderSheet(title: string, parts: readonly string[]): string {
  const { end } = listSides()
  const mark = `<img src="${markUrl}" width="36" height="36" alt="" style="${styles.mark};margin-${end}:10px">`
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html ${writeLanguage()}>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<title>${escapeHtml(title)}</title>
<meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>${darkSheet}
</style>
</head>
<body class="page" style="${styles.body}">
<table ${table} ${writeLanguage()} width="100%" align="center"><tr><td class="page" style="${styles.page}">
<table ${table} width="100%" align="center" class="sheet" style="${styles.sheet}">
<tr><td><p class="ink" style="${styles.brand}">${mark}${escapeHtml(productName)}</p></td></tr>
${parts.join(`\n<tr><td><hr class="rule" style="${styles.rule}"></td></tr>\n`)}
</table>
</td></tr></table>
</body>
</html>
`
}

function renderButton({ label, url }: { label: string; url: string }): string {
  const link = `<a href="${escapeHtml(url)}" target="_blank" style="${styles.buttonLink}">${escapeHtml(label)}</a>`
  return `<table ${table}><tr><td style="${styles.buttonCell}">${link}</td></tr></table>`
}

function renderChoices(url: string): string {
  return `<p class="quiet" style="${styles.quiet}"><a href="${escapeHtml(url)}" target="_blank" class="link" style="${styles.link}">${escapeHtml(frameWords.choices)}</a></p>`
}

/** The URL of the button, for mail clients that don't show it. `start` is the side where the mail's lines begin. */
function renderAddress(url: string, start: string): string {
  return `<p class="quiet" style="${styles.quiet}">${escapeHtml(frameWords.address)}</p>
<p dir="ltr" style="${styles.address};text-align:${start}"><a href="${escapeHtml(url)}" target="_blank" class="link" style="${styles.link}">${escapeHtml(url)}</a></p>`
}
