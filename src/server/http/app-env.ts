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
  }
}
