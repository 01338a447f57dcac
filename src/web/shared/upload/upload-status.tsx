import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import type { StoredDocument } from '../../../contract/verification.ts'
import words from '../../../words/en/upload.ts'
import { StoredImage } from '../documents/stored-image.tsx'
import { useObjectUrl } from '../effects.ts'
import classes from './upload-status.module.css'
import type { Upload } from './use-upload.ts'

/**
 * A button that leaves the page, which would abort an upload: while uploads are in progress it keeps the focus and does
 * nothing. Render `said`, the reason, beside the button.
 */
export function useUploadGuard(isUploading: boolean) {
  const id = useId()
  return {
    button: isUploading ? { 'aria-disabled': true, 'aria-describedby': id, 'data-disabled': true } : {},
    description: (
      <Text id={id} size="sm" role="status">
        {isUploading ? words.beforeLeaving : ''}
      </Text>
    ),
  }
}

type UploadStatusProps = {
  upload: Upload
  name: string
  /** Fetches the stored document again when its address has expired. */
  onReload(): void
}

/**
 * The state of an upload, announced as it changes. When a file was chosen or removed, the used button disappears, so
 * the focus moves here.
 */
export function UploadStatus(props: UploadStatusProps) {
  const region = useRef<HTMLDivElement>(null)
  const { phase } = props.upload.state
  const before = useRef(phase)
  useEffect(() => {
    const isRemoved =
      phase === 'empty' && before.current === 'stored' && document.activeElement === document.body
    before.current = phase
    if (phase === 'sending' || isRemoved) region.current?.focus()
  }, [phase])
  return (
    <div ref={region} tabIndex={-1} aria-live="polite" className={classes['region']}>
      <Status {...props} />
    </div>
  )
}

/** In progress with a bar, failed with the next step, or stored with a preview. Empty before there is a file. */
function Status({ upload, name, onReload }: UploadStatusProps) {
  const { state } = upload
  switch (state.phase) {
    case 'empty':
      return null
    case 'sending': {
      const percent = Math.round(state.sent * 100)
      return (
        <Stack gap="xs" className={classes['row']}>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" truncate>
              {words.uploading({ name: state.file.name })}
            </Text>
            <Text size="sm" c="dimmed" aria-hidden>
              {percent}%
            </Text>
          </Group>
          <Progress value={percent} aria-label={words.uploading({ name: state.file.name })} />
          <Group justify="flex-end">
            <Button size="sm" variant="subtle" onClick={upload.clear}>
              {words.cancelUpload}
            </Button>
          </Group>
        </Stack>
      )
    }
    case 'failed':
      return (
        <Alert color="red" role="alert" title={state.failure.title}>
          <Text size="sm">{state.failure.description}</Text>
          {state.failure.isOffline ? (
            <Text size="sm" mt={4}>
              {words.keptForRetry}
            </Text>
          ) : null}
          <Group gap="xs" mt="sm">
            {state.failure.canRetry ? (
              <Button size="sm" onClick={upload.retry}>
                {words.retryUpload}
              </Button>
            ) : null}
            <Button size="sm" variant="default" onClick={upload.clear}>
              {words.remove}
            </Button>
          </Group>
        </Alert>
      )
    case 'stored':
      return (
        <Group className={classes['row']} align="center" gap="md">
          <Preview file={state.file} document={state.document} name={name} onReload={onReload} />
          <Stack gap={4} className={classes['words']}>
            <Text fw={600} className={classes['stored']} role="status">
              <IconCircleCheck size="1.2em" aria-hidden />
              {upload.category === 'selfie' ? words.photoSaved : words.stored}
            </Text>
            {state.file ? (
              <Text size="sm" c="dimmed" truncate>
                <bdi>{state.file.name}</bdi>
              </Text>
            ) : null}
            {typeof state.removal === 'object' ? (
              <Text size="sm" c="var(--mantine-color-error)">
                {state.removal.title}. {state.removal.description}
              </Text>
            ) : null}
            <Group>
              <Button
                size="compact-md"
                variant="subtle"
                className={classes['remove']}
                loading={state.removal === 'under way'}
                onClick={upload.clear}
              >
                {words.remove}
              </Button>
            </Group>
          </Stack>
        </Group>
      )
  }
}

type PreviewProps = { file: File | null; document: StoredDocument; name: string; onReload(): void }

function Preview({ file, document, name, onReload }: PreviewProps) {
  // For a PDF, the picture of its pages, as the other person will see it.
  const localUrl = useObjectUrl(file?.type.startsWith('image/') ? file : null)
  const src = localUrl ?? document.url
  return (
    <div className={classes['picture']}>
      <StoredImage key={src} src={src} name={name} onReload={onReload} />
    </div>
  )
}
