import { describe, expect, it } from 'vitest'
import { isCanonicalId, toCanonicalId } from './typed-text.ts'

const id = '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b11'

describe('an id', () => {
  it('has one canonical form for upper and lower case (ERROR-11)', () => {
    for (const typed of [id, id.toUpperCase(), '6F0c5a4E-6c1C-4d8e-9A55-0c6f3f0b7B11']) {
      expect(toCanonicalId(typed)).toBe(id)
    }
    expect(isCanonicalId(id)).toBe(true)
    expect(isCanonicalId(id.toUpperCase())).toBe(false)
  })

  it.each([
    [undefined],
    [''],
    ['identity-7'],
    [`{${id}}`],
    [` ${id}`],
    [`${id}\n`],
    [id.replaceAll('-', '')],
    [`${id}0`],
    [id.replace('f', 'g')],
    ['a'.repeat(4000)],
  ])("can't be %j", (text) => {
    expect(toCanonicalId(text)).toBeNull()
    expect(isCanonicalId(text ?? '')).toBe(false)
  })
})
