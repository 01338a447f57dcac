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

/** Registers somebody new, who pays for a plan. */
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

/** Submits everything, both files uploaded, with some fields in another way; answers the response. */
export async function submitWhole(test: Served, by: ThirdParty, changed: Record<string, string> = {}) {
  return post(test, by, { ...(await wholeSubmission(test, by)), ...changed })
}
