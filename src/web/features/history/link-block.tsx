import { Button, Text, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { isOpen, type VerificationStatus } from '../../../domain/verification/verification.ts'
import words from '../../../words/en/history.ts'
import linkWords from '../../../words/en/link.ts'
import { copyText } from '../../shared/link/copy-text.ts'
import { useCopyTick } from '../../shared/link/use-copy-tick.ts'
import { showToast } from '../../shared/ui/toast.ts'
import classes from './link-block.module.css'

/** The link of a history card: to copy while it works, and what became of it afterwards. */
export function LinkBlock({ link, status }: { link: string | null; status: VerificationStatus }) {
  const field = useRef<HTMLInputElement>(null)
  const { isCopied, tick } = useCopyTick()
  if (!isOpen(status))
    return link === null ? null : (
      <Text size="sm" c="dimmed" mt="md">
        <strong>{words.linkExpired}.</strong> {linkWords.byStatus[status]}
      </Text>
    )
  if (link === null)
    return (
      <Text size="sm" c="dimmed" mt="md">
        {words.noLink}
      </Text>
    )
  const copy = async () => {
    if (await copyText(link, field.current)) {
      tick()
      showToast({ kind: 'success', title: words.copied, description: words.copiedNext })
    } else {
      showToast({ kind: 'error', title: words.copyFailed, description: words.copyFailedNext })
    }
  }
  return (
    <div className={classes['block']}>
      <TextInput
        ref={field}
        className={classes['link'] ?? ''}
        size="sm"
        label={words.link}
        value={link}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button size="sm" variant="light" onClick={copy}>
        {isCopied ? words.copied : words.copy}
      </Button>
    </div>
  )
}
