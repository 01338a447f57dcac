import { Alert, Button, Stack, Text } from '@mantine/core'
import type { KeptProofView } from '../../../contract/kept-proof.ts'
import words from '../../../words/en/kept-proof.ts'
import documentWords from '../../../words/en/known-sentence.ts'
import { describeDay } from '../time/moment.tsx'

/** On which day, and in what, something that was kept was read. */
export function describeSource({
  day,
  document,
  issuingState,
}: Pick<KeptProofView, 'day' | 'document' | 'issuingState'>) {
  return { day: describeDay(day), document: documentWords.documents[document], state: issuingState }
}

type OfferProps = { kept: KeptProofView; note: string; onUse(): void }

/** Offers what the account kept, in place of a photo and an ID. */
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
  /** Null while it is being fetched. */
  kept: KeptProofView | null
  /** Whether it can be used for what was typed. */
  isUsable: boolean
  onNotUse(): void
}

/** Says that what the account kept takes the place of a photo and an ID, and leads back to them. */
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
