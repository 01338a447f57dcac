import { describe, expect, it } from 'vitest'
import { writeCanonicalJson } from './canonical-json.ts'

describe('canonical JSON', () => {
  it('sorts member names by their UTF-16 units and leaves out white space', () => {
    // The test vector of RFC 8785, 3.2.3.
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    expect(Object.values(JSON.parse(writeCanonicalJson(value)))).toContain('One')
    expect(writeCanonicalJson(value)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",' +
        '"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    )
  })

  it('writes lists, texts, booleans and integers as JSON does', () => {
    expect(writeCanonicalJson([1, -2, true, null, 'a"b', [], {}])).toBe('[1,-2,true,null,"a\\"b",[],{}]')
  })

  it('rejects numbers that have more than one representation', () => {
    expect(() => writeCanonicalJson({ a: 1.5 })).toThrow()
    expect(() => writeCanonicalJson(2 ** 53)).toThrow()
  })
})
