import { isOpen } from '../../domain/verification/status.ts'
import codeWords from '../../words/en/code-mails.ts'
import { defineCode } from '../mailed-codes/index.ts'

/** To the third party, who typed their address at the gate. Nothing in the mail says of what. */
export const gateCode = defineCode('gate', {
  isFor: isOpen,
  closed: 'link_closed',
  digits: 6,
  writeContent: (code) => ({
    subject: codeWords.subject,
    heading: codeWords.confirmAddress,
    paragraphs: [codeWords.paragraph],
    code,
    footnote: codeWords.footnotes.gate,
  }),
})
