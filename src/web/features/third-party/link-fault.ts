import words from '../../../words/en/gate.ts'
import { RequestFailure } from '../../api/request.ts'

/** Why a link does not open, and whether trying again may help. */
export type LinkFault = { message: string; canRetry: boolean }

export const invalidLink: LinkFault = { message: words.invalidLink, canRetry: false }

/** What a failed look at a link means. `notFoundMessage` differs between the link itself and the form behind its gate. */
export function toLinkFault(error: unknown, notFoundMessage: string = words.notFound): LinkFault {
  if (!(error instanceof RequestFailure)) return { message: words.unexpected, canRetry: true }
  if (error.status === 404) return { message: notFoundMessage, canRetry: false }
  return { message: words.notLoaded, canRetry: true }
}
