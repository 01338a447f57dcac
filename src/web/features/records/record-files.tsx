import { Anchor, Card, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { RecordView } from '../../../contract/record.ts'
import words from '../../../words/en/record.ts'
import type { RecordAccess } from '../../api/records.ts'
import { Facts } from '../../shared/consent-document/facts.tsx'
import { Moment } from '../../shared/time/moment.tsx'
import { DownloadButton } from './download-button.tsx'

/** The sealed record and its addendum, to be downloaded; said to be on its way until it is sealed. */
export function RecordFiles({
  access,
  view: { record, withdrawal, withdrawn, isSealLate },
}: {
  access: RecordAccess
  view: Pick<RecordView, 'record' | 'withdrawal' | 'withdrawn' | 'isSealLate'>
}) {
  return (
    <Card>
      <Title order={2} size="h3">
        {words.title}
      </Title>
      {record ? (
        <>
          <Text c="dimmed" mt="xs" mb="md">
            {words.keep}{' '}
            <Anchor component={Link} to="/check">
              {words.check}
            </Anchor>
          </Text>
          <Facts
            facts={[
              { name: words.sealed, value: <Moment at={record.sealedAt} /> },
              { name: words.timestamp, value: words.timestamps[record.timestamp] },
              { name: words.fingerprint, value: <code>{record.pdfSha256}</code> },
            ]}
          />
          <Group mt="lg" gap="sm">
            <DownloadButton access={access} file="record.pdf" label={words.pdf} isMain />
            <DownloadButton access={access} file="record.json" label={words.json} />
            {record.archived ? (
              <DownloadButton access={access} file="record-archived.pdf" label={words.archivedPdf} />
            ) : null}
          </Group>
          {withdrawal ? (
            <Group mt="sm" gap="sm">
              <DownloadButton access={access} file="withdrawal.pdf" label={words.withdrawalPdf} />
              <DownloadButton access={access} file="withdrawal.json" label={words.withdrawalJson} />
              {withdrawal.archived ? (
                <DownloadButton
                  access={access}
                  file="withdrawal-archived.pdf"
                  label={words.withdrawalArchivedPdf}
                />
              ) : null}
            </Group>
          ) : null}
          {record.archived ? (
            <Text c="dimmed" mt="lg">
              {record.archived.isOver ? words.archivedOver : words.archived}{' '}
              <Moment at={record.archived.protectedUntil} />.
            </Text>
          ) : null}
          <Text c="dimmed" mt="lg" mb="sm">
            {words.packText}
          </Text>
          <DownloadButton access={access} file="evidence-pack.zip" label={words.pack} />
          {withdrawn && !withdrawal ? (
            <Text c="dimmed" mt="md" role="status">
              {isSealLate ? words.withdrawalLate : words.withdrawalSealing}
            </Text>
          ) : null}
        </>
      ) : (
        <Text c="dimmed" mt="xs" role="status">
          {isSealLate ? words.sealingLate : words.sealing}
        </Text>
      )}
    </Card>
  )
}
