import { createVerification, type Person, register } from './people.ts'
import type { TestApp } from './test-app.ts'

/** A new person and the id of their pending request, an hour later: a new window of every limit. */
export async function askInNewWindow(test: TestApp): Promise<{ ada: Person; id: string }> {
  test.clock.advance(60 * 60 * 1000)
  const ada = await register(test)
  return { ada, id: (await createVerification(test, ada)).id }
}
