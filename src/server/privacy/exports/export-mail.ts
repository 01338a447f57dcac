import { z } from 'zod'
import { addressOf } from '../../accounts/index.ts'
import { defineMail, type MailContent, renderMail } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { exportUrl } from './export-url.ts'
import { exportById } from './store.ts'

function exportReadyMail(url: string): MailContent {
  return {
    subject: 'Your copy is ready',
    heading: 'The copy of your data is ready',
    paragraphs: [
      'Open the link to download it, as one zip file. It works for 24 hours; then the file is destroyed.',
      'Whoever has the link can download the file, with your photos and identity documents in it. Do not pass this mail on.',
    ],
    action: { label: 'Download my data', url },
    footnote: 'If you did not ask for it, somebody is using your account: change your password.',
  }
}

/** Written when it is sent, so that the address that opens the copy is never in the queue; not at all once the copy is gone. */
export const exportReadyJob = defineMail('mail-data-export', z.object({ exportId: z.guid() }), {
  async write(platform: Platform, { exportId }) {
    const row = await exportById(platform.database, exportId)
    const url = row && exportUrl(platform.signing, row)
    const to = row && (await addressOf(platform.database, row.userId))?.email
    return url && to ? renderMail(to, exportReadyMail(`${platform.settings.publicUrl}${url}`)) : null
  },
})
