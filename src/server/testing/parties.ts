import {
  createVerification,
  enter,
  type Person,
  post,
  register,
  type Served,
  subscribe,
  type ThirdParty,
  wholeSubmission,
} from './people.ts'
import type { TestApp } from './test-app.ts'

/** Registers a new person who pays for a plan. */
export async function registerPaying(test: TestApp, tier?: string, name?: string): Promise<Person> {
  const person = await register(test, name)
  await subscribe(test, person, tier)
  return person
}

/** Makes a verification and passes its gate; answers its third party. */
export async function invite(
  test: Served,
  creator: Person,
  more?: Parameters<typeof createVerification>[2],
): Promise<ThirdParty> {
  return enter(test, (await createVerification(test, creator, more)).id)
}

type Changed = Record<string, string>

/**
 * Uploads both files; what it answers submits everything, with some fields in another way, and answers the response.
 */
export async function prepareSubmission(
  test: Served,
  by: ThirdParty,
): Promise<(changed?: Changed) => Promise<Response>> {
  const whole = await wholeSubmission(test, by)
  return async (changed = {}) => post(test, by, { ...whole, ...changed })
}

/** The same at once. */
export async function submitWhole(test: Served, by: ThirdParty, changed?: Changed): Promise<Response> {
  const submit = await prepareSubmission(test, by)
  return submit(changed)
}
