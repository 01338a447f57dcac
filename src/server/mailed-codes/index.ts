export { endCode } from './code-store.ts'
export { defineCode } from './define-code.ts'
export { forgetPassesJob } from './forget-passes.ts'
export { mailCode } from './mail-code.ts'
export {
  authenticateMailboxReader,
  enterMailboxCode,
  mailboxCodeJob,
  mailMailboxCode,
} from './mailbox-code.ts'
export { endMailbox } from './mailbox-store.ts'
export { issuePass, recognisePass } from './pass.ts'
export { doesStillOpen, endPasses, gatePasses, type Pass, recordPasses } from './pass-store.ts'
export { tryCode } from './try-code.ts'
