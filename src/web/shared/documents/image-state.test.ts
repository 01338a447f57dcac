import { expect, it } from 'vitest'
import { advanceImageState, type ImageState, loadingImage } from './stored-image.tsx'

it('tries an image three more times, then fails (UPLOAD-13)', () => {
  let state: ImageState = loadingImage
  for (let retry = 1; retry <= 3; retry++) {
    state = advanceImageState(state, 'broken')
    expect(state.phase).toBe('waiting')
    state = advanceImageState(state, 'waited')
    expect(state).toEqual({ phase: 'loading', attempt: retry })
  }
  expect(advanceImageState(state, 'broken').phase).toBe('failed')
})

it('is shown as soon as one attempt works', () => {
  expect(advanceImageState({ phase: 'loading', attempt: 2 }, 'loaded').phase).toBe('shown')
})

it('starts over when the person retries', () => {
  expect(advanceImageState({ phase: 'failed', attempt: 3 }, 'retry')).toEqual(loadingImage)
})

it('starts another load only after a delay', () => {
  const failed: ImageState = { phase: 'failed', attempt: 3 }
  expect(advanceImageState(failed, 'waited')).toBe(failed)
})
