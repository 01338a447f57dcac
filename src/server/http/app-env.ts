import type { BodyRoom } from './body-room.ts'

/** Values that middleware sets for the routes. */
export type AppEnv = {
  Variables: {
    requestId: string
    /** The client's address, for limits and the session list. */
    clientIp: string
    /** Memory for the bodies of all requests. */
    bodyRoom: BodyRoom
    /** Memory for the files that are being answered. */
    answerRoom: BodyRoom
    /** For the log line: the code of the refusal that is answered. */
    refusedCode?: string
    /** For the log line of a refusal: the account whose token the request showed. */
    userId?: string
  }
}
