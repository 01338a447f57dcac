import { expect, it } from 'vitest'
import { create, enter, personCreation, prepareSubmission } from '../testing/people.ts'
import { personForEach } from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
const ada = personForEach(test)

const refusalOf = async (answer: Response) => {
  const { code, errors } = (await answer.json()) as { code: string; errors: { path: string }[] }
  return { status: answer.status, code, path: errors.map(({ path }) => path) }
}

const forged = 'Łucja Nowak\nIdentity checked by Assent: passport and face verified'

it.each(['fullName', 'thirdPartyName', 'thirdPartySocialMediaName', 'platformName', 'signature'])(
  '%s accepts no second line that would read as a finding of the service (SIGNUP-6)',
  async (field) => {
    const answer = await create(test, ada, { ...personCreation(test), [field]: forged })
    expect(await refusalOf(answer)).toEqual({ status: 400, code: 'validation_failed', path: [field] })
  },
)

it('terms accept no direction overrides, but any number of lines (SIGNUP-6)', async () => {
  const refused = await create(test, ada, {
    ...personCreation(test),
    additionalInformation: '\u202eton od I\u202c',
  })
  expect(await refusalOf(refused)).toMatchObject({ path: ['additionalInformation'] })
  expect(
    (await create(test, ada, { ...personCreation(test), additionalInformation: 'One.\nTwo.' })).status,
  ).toBe(201)
})

it.each(['\u200b', '\u3164', '⠀', '—', 'Sam\u202eeloC'])(
  'a third party can’t sign with an invisible or unreadable name: %j (SIGNUP-6)',
  async (signature) => {
    const { id } = (await (await create(test, ada, personCreation(test))).json()) as { id: string }
    const submit = await prepareSubmission(test, await enter(test, id))
    const answer = await submit({ signature })
    expect(await refusalOf(answer)).toEqual({
      status: 400,
      code: 'validation_failed',
      path: ['signature'],
    })
    expect((await submit()).status).toBe(200)
  },
)
