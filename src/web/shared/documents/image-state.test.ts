import { expect, it } from 'vitest'
import { type ImageState, loadingImage, nextImageState } from './image-state.ts'

it('tries an image three more times, then fails (UPLOAD-13)', () => {
  let state: ImageState = loadingImage
  for (let retry = 1; retry <= 3; retry++) {
    state = nextImageState(state, 'broken')
    expect(state.phase).toBe('waiting')
    state = nextImageState(state, 'waited')
    expect(state).toEqual({ phase: 'loading', attempt: retry })
  }
  expect(nextImageState(state, 'broken').phase).toBe('failed')
})

it('is shown as soon as one attempt works', () => {
  expect(nextImageState({ phase: 'loading', attempt: 2 }, 'loaded').phase).toBe('shown')
})

it('starts over when the person retries', () => {
  expect(nextImageState({ phase: 'failed', attempt: 3 }, 'retry')).toEqual(loadingImage)
})

it('does not start another load unless it is waiting for one', () => {
  const failed: ImageState = { phase: 'failed', attempt: 3 }
  expect(nextImageState(failed, 'waited')).toBe(failed)
})
