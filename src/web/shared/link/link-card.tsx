import { Anchor, Button, Card, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconCheck, IconCopy, IconExternalLink, IconQrcode, IconShare2 } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { InvitationState } from '../../../contract/verification.ts'
import { productName } from '../../../domain/product.ts'
import type { VerificationStatus } from '../../../domain/verification/verification.ts'
import words from '../../../words/en/link.ts'
import { copyText, useCopyTick } from '../browser.ts'
import { showToast } from '../ui/toast.ts'
import { InvitationNote } from './invitation-note.tsx'
import classes from './link-card.module.css'
import { QrCode } from './qr-code.tsx'

type LinkCardProps = {
  link: string
  status: VerificationStatus
  /** How far the invitation by mail came, where that is known. */
  invitation?: InvitationState | null | undefined
}

/** The link to hand over while it works, and why it no longer does afterwards (LINK-2, LINK-3). */
export function LinkCard({ link, status, invitation }: LinkCardProps) {
  if (status !== 'pending') {
    return (
      <Card>
        <Title order={2} size="h3">
          {words.expired}
        </Title>
        <Text mt="xs">{words.byStatus[status]}</Text>
        <Text mt={4} size="sm" c="dimmed">
          {words.expiredRule}
        </Text>
      </Card>
    )
  }
  return (
    <Card>
      <Title order={2} size="h3">
        {words.title}
      </Title>
      <Text mt="xs">{words.byStatus.pending}</Text>
      {invitation ? <InvitationNote invitation={invitation} /> : null}
      <OpenLink link={link} />
    </Card>
  )
}

function OpenLink({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null)
  const { isCopied, tick } = useCopyTick()
  const [isCodeShown, setIsCodeShown] = useState(false)

  const copy = async () => {
    if (await copyText(link, field.current)) {
      tick()
      showToast({ kind: 'success', title: words.copied, description: words.copiedText })
    } else {
      showToast({ kind: 'error', title: words.copyFailed, description: words.copyFailedText })
    }
  }

  return (
    <Stack mt="md" gap="md">
      <TextInput
        ref={field}
        aria-label={words.title}
        value={link}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={classes['ways']}>
        <Button
          onClick={copy}
          leftSection={
            isCopied ? <IconCheck size="1.1em" aria-hidden /> : <IconCopy size="1.1em" aria-hidden />
          }
        >
          {words.copy}
        </Button>
        <Button
          variant="default"
          onClick={() => shareLink(link)}
          leftSection={<IconShare2 size="1.1em" aria-hidden />}
        >
          {words.share}
        </Button>
        <Button
          component="a"
          href={link}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<IconExternalLink size="1.1em" aria-hidden />}
        >
          {words.open}
        </Button>
      </div>
      <div>
        <Anchor
          component="button"
          type="button"
          size="sm"
          mod="standalone"
          aria-expanded={isCodeShown}
          onClick={() => setIsCodeShown((shown) => !shown)}
        >
          <IconQrcode size="1.1em" aria-hidden />
          {isCodeShown ? words.hideCode : words.showCode}
        </Anchor>
        {isCodeShown ? (
          <Stack gap="xs" mt="sm">
            <QrCode text={link} label={words.code} />
            <Text size="sm" c="dimmed">
              {words.codeHint}
            </Text>
          </Stack>
        ) : null}
      </div>
    </Stack>
  )
}

/** Hands the link to the device's share sheet and says how that went. Closing the sheet is no failure. */
export async function shareLink(link: string): Promise<void> {
  if (typeof navigator.share !== 'function') {
    showToast({ kind: 'info', title: words.shareUnsupported, description: words.shareUnsupportedText })
    return
  }
  try {
    await navigator.share({ title: productName, url: link })
    showToast({ kind: 'success', title: words.shared, description: words.sharedText })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    showToast({ kind: 'error', title: words.shareFailed, description: words.shareFailedText })
  }
}
