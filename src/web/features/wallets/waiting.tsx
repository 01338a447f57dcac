import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core'
import words from '../../../words/en/wallets.ts'
import { QrCode } from '../../shared/link/qr-code.tsx'
import type { ProofState } from './proof-state.ts'
import classes from './waiting.module.css'

type WaitingProps = {
  state: Extract<ProofState, { phase: 'waiting' }>
  /** Not by the browser. */
  onOtherwise(): void
  /** Not by a link. */
  onCode(): void
  onCancel(): void
}

/** The question is out: how the wallet gets it, and that it is waited for. */
export function Waiting({ state, onOtherwise, onCode, onCancel }: WaitingProps) {
  const { way, uri, isAnswered } = state
  return (
    <Stack gap="md" align="flex-start">
      {way === 'link' && uri ? (
        <>
          <Button component="a" href={uri}>
            {words.open}
          </Button>
          <Text size="sm" c="dimmed">
            {words.openHint}
          </Text>
        </>
      ) : null}
      {way === 'qr' && uri ? (
        <>
          <div className={classes['code']}>
            <QrCode text={uri} label={words.code} />
          </div>
          <Text size="sm">{words.scan}</Text>
        </>
      ) : null}
      <Group gap="sm" wrap="nowrap" aria-live="polite">
        <Loader size="sm" aria-hidden />
        <Text>{isAnswered ? words.answered : way === 'api' ? words.inBrowser : words.waiting}</Text>
      </Group>
      <Group>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
        {way === 'qr' ? null : (
          <Anchor component="button" type="button" onClick={way === 'api' ? onOtherwise : onCode}>
            {way === 'api' ? words.otherPhone : words.showCode}
          </Anchor>
        )}
      </Group>
    </Stack>
  )
}
