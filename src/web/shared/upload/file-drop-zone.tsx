import { Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import words from '../../../words/en/upload.ts'
import classes from './file-drop-zone.module.css'

type FileDropZoneProps = {
  /** The field's name. */
  label: string
  accept: string
  /** What may be uploaded, in small print inside the zone. */
  rules: string
  error: string | null
  /** Where a form's error finds this field. */
  path: string
  onFile(file: File): void
}

/**
 * A file field as large as its box: tapping anywhere opens the file dialog, and a file can be dropped anywhere on it. The field itself lies
 * invisibly over the box, so keyboard, screen reader and drag and drop are the browser's own.
 */
export function FileDropZone({ label, accept, rules, error, path, onFile }: FileDropZoneProps) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  return (
    <div>
      <label htmlFor={id} className={classes['label']}>
        {label}
      </label>
      <div className={classes['zone']} data-over={isOver || undefined} data-error={error ? true : undefined}>
        <IconUpload aria-hidden />
        <Text fw={600}>
          {isOver ? words.dropNow : words.chooseFile}
          <span className={classes['drop']}>{isOver ? null : ` ${words.orDrop}`}</span>
        </Text>
        <Text id={`${id}-rules`} size="sm" c="dimmed">
          {rules}
        </Text>
        <input
          id={id}
          type="file"
          data-path={path}
          className={classes['field']}
          accept={accept}
          aria-describedby={error ? `${id}-error ${id}-rules` : `${id}-rules`}
          aria-invalid={error ? true : undefined}
          onDragEnter={() => setIsOver(true)}
          onDragLeave={() => setIsOver(false)}
          onDrop={() => setIsOver(false)}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file) onFile(file)
            // Choosing the same file again must count as a choice.
            currentTarget.value = ''
          }}
        />
      </div>
      {error ? (
        <Text id={`${id}-error`} role="alert" size="sm" c="var(--mantine-color-error)" mt={6}>
          {error}
        </Text>
      ) : null}
    </div>
  )
}
