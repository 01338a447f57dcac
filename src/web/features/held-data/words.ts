import english from '../../../words/en/held-data.ts'
import { messages } from '../../../words/messages.ts'

/** The words of the page on which somebody without an account sees and erases what is held about them (PRIVACY). */
export const words = messages('held-data', english)

/** What became of what was asked to be erased, in two sentences. */
export function describeErasure(erased: number, kept: number, hasAccount: boolean): string {
  const left = hasAccount ? words.accountLeft : words.nothingLeft
  return `${words.erasedCount({ erased })} ${kept === 0 ? left : words.recordsLeft({ kept })}`
}
