import { Alert, Button, Card, Progress, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DataExport } from '../../../../contract/privacy.ts'
import words from '../../../../words/en/own-data.ts'
import { sendAuthorisedRequest } from '../../../api/authorised-request.ts'
import { newestExportQuery } from '../../../api/privacy.ts'
import { describeFailure } from '../../../shared/forms/failure-text.ts'
import { Moment } from '../../../shared/time/moment.tsx'

/** A copy of one's data: asked for, followed while it is made, and downloaded (PRIVACY-8). */
export function CopyCard() {
  const queries = useQueryClient()
  const { data } = useQuery(newestExportQuery)
  const asking = useMutation({
    mutationFn: () => sendAuthorisedRequest('POST /api/data-exports', {}),
    onSuccess: (newest) => queries.setQueryData(newestExportQuery.queryKey, { newest }),
    onSettled: () => queries.invalidateQueries(newestExportQuery),
  })
  const newest = data?.newest ?? null
  const isUnderWay = newest?.state === 'queued' || newest?.state === 'making'
  return (
    <Card component="section" aria-labelledby="copy-title">
      <Title order={2} size="h3" id="copy-title">
        {words.copy}
      </Title>
      <Text c="dimmed" mt="xs" mb="md">
        {words.copyLead}
      </Text>
      <Stack gap="md" align="flex-start">
        <div role="status" style={{ width: '100%' }}>
          {newest ? <Standing newest={newest} /> : null}
        </div>
        {asking.error ? (
          <Alert color="red" role="alert" title={words.copyNotAsked} w="100%">
            {describeFailure(asking.error)}
          </Alert>
        ) : null}
        {isUnderWay ? null : (
          <Button
            variant={newest?.state === 'ready' ? 'default' : 'filled'}
            loading={asking.isPending}
            onClick={() => asking.mutate()}
          >
            {nameButton(newest)}
          </Button>
        )}
      </Stack>
    </Card>
  )
}

function nameButton(newest: DataExport | null): string {
  if (newest?.state === 'failed') return words.tryAgain
  return newest?.state === 'ready' ? words.copyAgain : words.download
}

/** At least a tenth: nothing is ever announced as empty. */
const toMegabytes = (bytes: number) => Math.max(0.1, bytes / 1024 / 1024).toFixed(1)

function Standing({ newest }: { newest: DataExport }) {
  const { state, filesDone, filesTotal, url, expiresAt, byteCount } = newest
  if (state === 'failed')
    return (
      <Alert color="red" title={words.failed}>
        {words.failedNext}
      </Alert>
    )
  if (state === 'ready' && url && expiresAt)
    return (
      <Stack gap="sm" align="flex-start">
        <Text>
          {words.ready({ megabytes: toMegabytes(byteCount) })} <Moment at={expiresAt} />.
        </Text>
        <Button onClick={() => window.location.assign(url)}>{words.download}</Button>
      </Stack>
    )
  const percent = filesTotal === 0 ? 0 : Math.round((filesDone / filesTotal) * 100)
  return (
    <Stack gap="xs">
      <Text>{state === 'queued' ? words.queued : words.making({ done: filesDone, total: filesTotal })}</Text>
      <Progress value={percent} aria-label={words.progress} />
      <Text size="sm" c="dimmed">
        {words.leave}
      </Text>
    </Stack>
  )
}
