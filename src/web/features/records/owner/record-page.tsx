import { Alert, Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { toCanonicalId } from '../../../../domain/typed-text.ts'
import words from '../../../../words/en/owner.ts'
import { makeVerificationQuery } from '../../../api/verifications.ts'
import { PageSpinner } from '../../../shared/ui/page-frame.tsx'
import { useLiveVerifications } from '../../live/index.ts'
import { findRenewalDelayMs } from '../use-record.ts'
import { OwnerRecord } from './owner-record.tsx'
import { RecordFailed, toRecordFault } from './record-failed.tsx'

type RecordPageProps = {
  heading: string
  /** What is said of a record that is not there, or not this person's. */
  notFound: string
  back: { to: string; label: string }
}

/** The owner's view of one verification, kept true while it is open. */
export function RecordPage(props: RecordPageProps) {
  const formId = toCanonicalId(useParams()['formId'])
  return (
    <>
      <Anchor component={Link} to={props.back.to} size="sm" mod="standalone" mb="sm">
        <IconArrowLeft size="1em" aria-hidden />
        {props.back.label}
      </Anchor>
      {formId ? (
        <KnownRecord key={formId} id={formId} {...props} />
      ) : (
        <RecordFailed fault={{ message: words.invalidId, canRetry: false }} />
      )}
    </>
  )
}

function KnownRecord({ id, heading, notFound }: RecordPageProps & { id: string }) {
  useLiveVerifications()
  const record = useQuery({
    ...makeVerificationQuery(id),
    refetchInterval: ({ state }) =>
      (state.data && findRenewalDelayMs(state.data.documents, new Date())) ?? false,
  })
  if (record.isPending) return <PageSpinner words={words.loading} />
  if (!record.data) {
    return (
      <RecordFailed
        fault={toRecordFault(record.error, notFound)}
        isTrying={record.isFetching}
        onTry={() => void record.refetch()}
      />
    )
  }
  return (
    <>
      {record.isError ? (
        <Alert color="yellow" mb="lg">
          {words.outdated}
        </Alert>
      ) : null}
      <OwnerRecord heading={heading} view={record.data} onReload={() => void record.refetch()} />
    </>
  )
}
