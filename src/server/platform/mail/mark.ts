import { readFileSync } from 'node:fs'

const contentId = 'mark'

/** How a mail's HTML names the sign of the product, which travels with it: nothing is fetched from anywhere when it is read. */
export const markUrl = `cid:${contentId}`

const content = readFileSync(new URL('./mark.png', import.meta.url))

/** The sign as the attachment that `markUrl` names. */
export const markAttachment = {
  cid: contentId,
  filename: 'mark.png',
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  content,
}

/** HTML that shows the sign where no mail program resolves attachments. */
export function withInlineMark(html: string): string {
  return html.replaceAll(markUrl, `data:image/png;base64,${content.toString('base64')}`)
}
