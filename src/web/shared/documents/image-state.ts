/** How often, and how long apart, an image that does not load is tried again (UPLOAD-13). */
export const imageRetry = { retries: 3, delayMs: 1000 } as const

/** `attempt` counts the loads of one address, from 0; `waiting` is the second before the next one. */
export type ImageState =
  | { phase: 'loading' | 'waiting' | 'failed'; attempt: number }
  | { phase: 'shown'; attempt: number }

export type ImageEvent = 'loaded' | 'broken' | 'waited' | 'retry'

export const loadingImage: ImageState = { phase: 'loading', attempt: 0 }

/** The next state of an image on its way to the screen. */
export function advanceImageState(state: ImageState, event: ImageEvent): ImageState {
  switch (event) {
    case 'loaded':
      return { phase: 'shown', attempt: state.attempt }
    case 'broken':
      return { phase: state.attempt < imageRetry.retries ? 'waiting' : 'failed', attempt: state.attempt }
    case 'waited':
      return state.phase === 'waiting' ? { phase: 'loading', attempt: state.attempt + 1 } : state
    case 'retry':
      return loadingImage
  }
}
