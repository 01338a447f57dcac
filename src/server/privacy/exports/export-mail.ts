import { z } from 'zod'
import mails from '../../../words/en/account-mails.ts'
import { findAddress } from '../../accounts/index.ts'
import { defineMail, type MailContent, renderMail } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { findExportUrl } from './export-url.ts'
import { findExport } from './store.ts'

const words = mails.exportReady

function writeExportReadyMail(url: string): MailContent {
  const { subject, heading, paragraphs, action, footnote } = words
  return { subject, heading, paragraphs: [...paragraphs], action: { label: action, url }, footnote }
}

/** Written when it is sent, so that the address that opens the copy is never in the queue; not at all once the copy is gone. */
export const exportReadyJob = defineMail('mail-data-export', z.object({ exportId: z.guid() }), {
  async write(platform: Platform, { exportId }) {
    const row = await findExport(platform.database, exportId)
    const url = row && findExportUrl(platform.signing, row)
    const to = row && (await findAddress(platform.database, row.userId))?.email
    return url && to ? renderMail(to, writeExportReadyMail(`${platform.settings.publicUrl}${url}`)) : null
  },
})
