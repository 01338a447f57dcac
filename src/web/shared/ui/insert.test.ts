import { createElement } from 'react'
import { afterEach, expect, it } from 'vitest'
import { english } from '../../../words/language.ts'
import { messages } from '../../../words/messages.ts'
import { speak } from '../../../words/testing/mirrored.ts'
import { renderPage } from '../../testing/render-page.ts'
import { insert } from './insert.ts'

const words = messages('sample', {
  kept: '{name} is kept until {at}.',
  stated: 'The state of {size, plural, one {1 entry} other {# entries}}, {at}',
})
const inGerman = {
  kept: 'Bis {at} aufbewahrt: {name}.',
  stated: '{at}: Stand von {size, plural, one {1 Eintrag} other {# Einträgen}}',
}
const at = createElement('time', null, 'Friday')
const write = (element: Parameters<typeof renderPage>[0]) =>
  renderPage(element).html.replace(/<style.*<\/style>/s, '')

afterEach(() => speak(english))

it('puts elements and values into a sentence in the order of its language (WORDS-15)', () => {
  const kept = () => write(insert(words.kept, { name: 'Ana', at }))
  const stated = () => write(insert(words.stated, { size: 1200, at }))
  expect(kept()).toBe('Ana is kept until <span class="with-marks"><time>Friday</time>.</span>')
  expect(stated()).toBe('The state of 1,200 entries, <time>Friday</time>')
  speak({ tag: 'de', locale: 'de', direction: 'ltr', catalogues: { sample: inGerman } })
  expect(kept()).toBe('Bis <time>Friday</time> aufbewahrt: Ana.')
  expect(stated()).toBe('<span class="with-marks"><time>Friday</time>:</span> Stand von 1.200 Einträgen')
})

it('isolates elements and values in a language of the other direction (WORDS-3)', () => {
  speak({ tag: 'ar', locale: 'ar', direction: 'rtl', catalogues: { sample: inGerman } })
  expect(write(insert(words.kept, { name: 'Ana', at }))).toBe(
    'Bis \u2068<time>Friday</time>\u2069 aufbewahrt: \u2068Ana\u2069.',
  )
})

it('keeps a mark after an element with it, inside of one isolation (WORDS-3, WORDS-15)', () => {
  speak({ tag: 'ar', locale: 'ar', direction: 'rtl', catalogues: { sample: { kept: '{name}: {at}.' } } })
  expect(write(insert(words.kept, { name: 'Ana', at }))).toBe(
    '\u2068Ana\u2069: <span class="with-marks">\u2068<time>Friday</time>\u2069.</span>',
  )
})

it('is a type error with a missing place', () => {
  // @ts-expect-error: the moment is missing.
  expect(() => insert(words.kept, { name: 'Ana' })).not.toThrow()
})
