import { Anchor, Button, Card, Stack, Text, TextInput, Title, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCheck, IconCopy, IconExternalLink, IconQrcode, IconShare2 } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import type { InvitationState } from '../../../contract/verification.ts'
import { productName } from '../../../domain/product.ts'
import type { VerificationStatus } from '../../../domain/verification/verification.ts'
import words from '../../../words/en/link.ts'
import { copyText, useCopyTick } from '../browser.ts'
import { leftToRight } from '../forms/left-to-right.ts'
import { showToast } from '../ui/toast.ts'
import { InvitationNote } from './invitation-note.tsx'
import classes from './link-card.module.css'
import { QrCode } from './qr-code.tsx'

type LinkCardProps = {
  link: string
  status: VerificationStatus
  invitation?: InvitationState | null | undefined
  /** Further actions for the request while it is open. */
  children?: ReactNode
}

/** The link to share while it works, and afterwards a small note why it doesn't (LINK-2, LINK-3). */
export function LinkCard({ link, status, invitation, children }: LinkCardProps) {
  if (status !== 'pending') {
    return (
      <section>
        <Title order={2} size="sm">
          {words.expired}
        </Title>
        <Text size="sm" c="dimmed">
          {words.byStatus[status]} {words.expiredRule}
        </Text>
      </section>
    )
  }
  return (
    <Card>
      <VisuallyHidden component="h2">{words.title}</VisuallyHidden>
      <Text>{words.byStatus.pending}</Text>
      <OpenLink link={link} />
      {invitation ? <InvitationNote invitation={invitation} /> : null}
      {children}
    </Card>
  )
}

function OpenLink({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null)
  const { isCopied, tick } = useCopyTick()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [isCodeShown, setIsCodeShown] = useState(false)

  const copy = async () => {
    if (await copyText(link, field.current)) {
      tick()
      showToast({ kind: 'success', title: words.copied, description: words.copiedText })
    } else {
      showToast({ kind: 'error', title: words.copyFailed, description: words.copyFailedText })
    }
  }

  const isShareFirst = isPhone && typeof navigator.share === 'function'
  const copyButton = (
    <Button
      key="copy"
      {...(isShareFirst ? { variant: 'default' } : {})}
      onClick={copy}
      leftSection={isCopied ? <IconCheck size="1.1em" aria-hidden /> : <IconCopy size="1.1em" aria-hidden />}
    >
      {words.copy}
    </Button>
  )
  const share = (
    <Button
      key="share"
      {...(isShareFirst ? {} : { variant: 'default' })}
      onClick={() => shareLink(link)}
      leftSection={<IconShare2 size="1.1em" aria-hidden />}
    >
      {words.share}
    </Button>
  )

  return (
    <Stack mt="sm" gap="sm">
      <TextInput
        {...leftToRight}
        ref={field}
        aria-label={words.title}
        value={link}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={classes['ways']}>
        {isShareFirst ? [share, copyButton] : [copyButton, share]}
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

/** Passes the link to the device's share sheet and shows the result. Closing the sheet isn't a failure. */
export async function shareLink(link: string): Promise<void> {
  if (typeof navigator.share !== 'function') {
    showToast({ kind: 'info', title: words.shareUnsupported, description: words.shareFailedText })
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
