import { expect, it } from 'vitest'
import { z } from 'zod'
import './default-wording.ts'

const wordsFor = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message)

it.each([
  ['Required', z.string(), undefined],
  ['Required', z.enum(['a', 'b']), undefined],
  ['Expected string, received number', z.string(), 7],
  ['Expected string, received null', z.string(), null],
  ['Expected object, received array', z.object({}), []],
  ['Expected number, received string', z.number(), '7'],
  ['Invalid email', z.email(), 'unknown'],
  ['String must contain at least 5 character(s)', z.string().min(5), 'abcd'],
  ['String must contain at most 3 character(s)', z.string().max(3), 'abcd'],
])('returns %s where a schema has no message of its own (ERROR-5)', (words, schema, value) => {
  expect(wordsFor(schema, value)).toEqual([words])
})

it("keeps a schema's own messages, and the library's other messages", () => {
  expect(wordsFor(z.string('Tell us'), undefined)).toEqual(['Tell us'])
  expect(wordsFor(z.string().min(5, 'Too short'), 'abcd')).toEqual(['Too short'])
  expect(wordsFor(z.uuid(), 'x')).toEqual(['Invalid UUID'])
})

it('stays in force when a library sets its own messages (ERROR-5)', () => {
  z.config({ customError: () => 'words of a library' })
  expect(z.object({ name: z.string() }).safeParse({}).error?.issues[0]?.message).toBe('Required')
})
