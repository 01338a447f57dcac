import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { useEffect, useReducer } from 'react'
import words from '../../../words/en/documents.ts'
import classes from './stored-image.module.css'

type StoredImageProps = {
  src: string
  /** The image's accessible name: "Your photo". */
  name: string
  /** Fetches a fresh address; offered once retrying the current one has failed. */
  onReload(): void
}

/** A stored photo, loaded from its signed address. Pass the address as `key` too, so that a new address restarts it. */
export function StoredImage({ src, name, onReload }: StoredImageProps) {
  const [state, dispatch] = useReducer(advanceImageState, loadingImage)
  const { phase, attempt } = state

  useEffect(() => {
    if (phase !== 'waiting') return
    const timer = setTimeout(() => dispatch('waited'), imageRetry.delayMs)
    return () => clearTimeout(timer)
  }, [phase])

  if (phase === 'failed') {
    return (
      <Stack className={classes['failed']} align="center" justify="center" gap="sm" role="alert">
        <IconPhotoOff aria-hidden />
        <Text size="sm">{words.notShown({ name })}</Text>
        <Group gap="xs" justify="center">
          <Button size="sm" variant="default" onClick={() => dispatch('retry')}>
            {words.retry}
          </Button>
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              dispatch('retry')
              onReload()
            }}
          >
            {words.reload}
          </Button>
        </Group>
      </Stack>
    )
  }
  return (
    <img
      key={attempt}
      className={classes['image']}
      data-shown={phase === 'shown' || undefined}
      src={src}
      alt={name}
      draggable={false}
      decoding="async"
      onLoad={() => dispatch('loaded')}
      onError={() => dispatch('broken')}
    />
  )
}

/** The number of retries for an image that fails to load, and the delay between them (UPLOAD-13). */
const imageRetry = { retries: 3, delayMs: 1000 } as const

/** `attempt` counts the loads of one address, from 0; `waiting` is the second before the next one. */
export type ImageState =
  | { phase: 'loading' | 'waiting' | 'failed'; attempt: number }
  | { phase: 'shown'; attempt: number }

type ImageEvent = 'loaded' | 'broken' | 'waited' | 'retry'

export const loadingImage: ImageState = { phase: 'loading', attempt: 0 }

/** The next state of an image that is being loaded. */
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
