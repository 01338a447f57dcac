import words from '../../../../words/en/gate.ts'
import { RequestFailure } from '../../../api/request.ts'

/** The reason why a link can't be opened, and whether a retry may help. */
export type LinkFault = { message: string; canRetry: boolean }

export const invalidLink: LinkFault = { message: words.invalidLink, canRetry: false }

/** Explains why a link could not be loaded. `notFoundMessage` differs between the link and the form behind its gate. */
export function toLinkFault(error: unknown, notFoundMessage: string = words.notFound): LinkFault {
  if (!(error instanceof RequestFailure)) return { message: words.unexpected, canRetry: true }
  if (error.status === 404) return { message: notFoundMessage, canRetry: false }
  return { message: words.notLoaded, canRetry: true }
}
