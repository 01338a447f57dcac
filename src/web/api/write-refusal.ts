import { authFaultsHeader } from '../../contract/address.ts'
import accountMessages from '../../words/en/account-messages.ts'
import words from '../../words/en/auth-refusals.ts'
import guessableWords from '../../words/en/guessable-password.ts'
import { describeWaitUntil } from '../../words/wait.ts'

/** The same refusal of the auth service, with its message by its code in the language of the page. */
export async function writeRefusal(response: Response): Promise<Response> {
  const refusal: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  if (!isRefusal(refusal)) return response
  return new Response(JSON.stringify({ ...refusal, message: describe(refusal, response.headers) }), response)
}

type Refusal = { code: string; weak_password?: { reasons?: string[] } }

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'code' in answer && typeof answer.code === 'string'

function describe({ code, weak_password: weak }: Refusal, headers: Headers): string {
  const faults = (headers.get(authFaultsHeader) ?? '').split(' ').filter(isFault)
  if (code === 'validation_failed' && faults.length > 0)
    return faults.map((fault) => accountMessages[fault]).join('. ')
  if (code === 'weak_password' && weak?.reasons?.[0]) return describeWeakness(weak.reasons)
  if (!Object.hasOwn(words, code)) return words.other
  const text = words[code as keyof typeof words]
  const seconds = Number(headers.get('retry-after')) || undefined
  return typeof text === 'string' ? text : text({ wait: describeWaitUntil(seconds) })
}

const isFault = (name: string): name is keyof typeof accountMessages => Object.hasOwn(accountMessages, name)

/** Why a password that the page let pass is weak. */
function describeWeakness(reasons: readonly string[]): string {
  if (reasons.includes('length')) return accountMessages.newPasswordLength
  return guessableWords[reasons.includes('pwned') ? 'common' : 'simple']
}
