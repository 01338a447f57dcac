import type { FairQueue } from '../platform/waiting/index.ts'

export type AppEnv = {
  Variables: {
    requestId: string
    /** The client's address, for limits and the session list. */
    clientIp: string
    /** Memory for the bodies of all requests, in bytes. */
    bodyRoom: FairQueue
    /** Memory for the files being sent in answers, in bytes. */
    answerRoom: FairQueue
    /** The code of the refusal that was answered, for the log line. */
    refusedCode?: string
    /** The account whose token the refused request carried, for the log line. */
    userId?: string
  }
}
