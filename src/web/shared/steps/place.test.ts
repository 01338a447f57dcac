import { expect, it } from 'vitest'
import { readPlace } from './use-place.ts'

it.each([null, undefined, 'text', 7, [], { step: {}, below: null, depth: '1', dialog: 3 }])(
  'is empty for the history state %o',
  (state) => {
    expect(readPlace(state)).toEqual({})
  },
)

it('is read from a history entry, beside any other state', () => {
  expect(readPlace({ step: 'photo', below: 'text', depth: 2, dialog: 'camera', from: '/' })).toEqual({
    step: 'photo',
    below: 'text',
    depth: 2,
    dialog: 'camera',
  })
})
