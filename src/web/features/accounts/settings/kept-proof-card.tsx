import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { KeptProofView } from '../../../../contract/kept-proof.ts'
import words from '../../../../words/en/kept-proof.ts'
import { keptProofQuery } from '../../../api/kept-proof.ts'
import { describeFailure } from '../../../api/request.ts'
import { sendAuthorisedRequest } from '../../../api/session.ts'
import { useAction } from '../../../shared/effects.ts'
import { describeSource } from '../../../shared/kept-proof/known-already.tsx'
import { describeDay } from '../../../shared/time/moment.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import { SettingsCard } from './settings-card.tsx'

/** The account's kept ID reading, with a button that deletes it (ONCE-8). */
export function KeptProofCard() {
  return (
    <SettingsCard query={useQuery(keptProofQuery)} words={words}>
      {(kept) => (kept ? <Kept kept={kept} /> : <Text>{words.nothing}</Text>)}
    </SettingsCard>
  )
}

function Kept({ kept }: { kept: KeptProofView }) {
  const queries = useQueryClient()
  const { isBusy, run } = useAction((error) => {
    showToast({ kind: 'error', title: words.notForgotten, description: describeFailure(error) })
    return null
  })
  const forget = () =>
    run(async () => {
      await sendAuthorisedRequest('DELETE /api/kept-proof', {})
      queries.setQueryData(keptProofQuery.queryKey, null)
      showToast({ kind: 'success', title: words.forgotten, description: words.forgottenText })
    })
  return (
    <Stack gap="xs" align="flex-start">
      <Text>
        {words.knownSince(describeSource(kept))}{' '}
        {words.forName({ name: kept.fullName, day: describeDay(kept.endsOn) })}
      </Text>
      {kept.birthDateAgrees ? null : <Text>{words.answersOnly}</Text>}
      <Text size="sm" c="dimmed">
        {words.forgetNote}
      </Text>
      <Button variant="default" loading={isBusy} onClick={forget}>
        {words.forget}
      </Button>
    </Stack>
  )
}
