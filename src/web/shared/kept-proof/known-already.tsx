import { Alert, Button, Stack, Text } from '@mantine/core'
import type { KeptProofView } from '../../../contract/kept-proof.ts'
import words from '../../../words/en/kept-proof.ts'
import documentWords from '../../../words/en/known-sentence.ts'
import { nameState } from '../../../words/name-state.ts'
import { describeDay } from '../time/moment.tsx'

/** The day of a kept reading, and its document. */
export function describeSource({
  day,
  document,
  issuingState,
}: Pick<KeptProofView, 'day' | 'document' | 'issuingState'>) {
  return {
    day: describeDay(day),
    document: documentWords.documents[document],
    state: nameState(issuingState),
  }
}

type OfferProps = { kept: KeptProofView; note: string; onUse(): void }

/** Offers the account's kept reading instead of a photo and an ID. */
export function OfferKnown({ kept, note, onUse }: OfferProps) {
  return (
    <Alert color="gray" title={words.knownSince(describeSource(kept))}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{note}</Text>
        <Button size="sm" onClick={onUse}>
          {words.use}
        </Button>
      </Stack>
    </Alert>
  )
}

type InUseProps = {
  /** Null while it is loading. */
  kept: KeptProofView | null
  /** Whether it can be used for the typed data. */
  isUsable: boolean
  onNotUse(): void
}

/** States that the account's kept reading replaces a photo and an ID, with a button that switches back. */
export function KnownInUse({ kept, isUsable, onNotUse }: InUseProps) {
  return (
    <Alert
      color={isUsable ? 'green' : 'yellow'}
      role="status"
      title={kept ? words.knownSince(describeSource(kept)) : words.loading}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{isUsable || !kept ? words.inUse : words.otherName({ name: kept.fullName })}</Text>
        <Button size="sm" variant="default" onClick={onNotUse}>
          {words.notUse}
        </Button>
      </Stack>
    </Alert>
  )
}
