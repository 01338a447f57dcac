import { Alert, Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type MetaArgs, useLocation, useParams } from 'react-router'
import { productName } from '../../../../domain/product.ts'
import { toCanonicalId } from '../../../../domain/typed-text.ts'
import words from '../../../../words/en/owner.ts'
import { makeVerificationQuery } from '../../../api/verifications.ts'
import { PageSpinner } from '../../../shared/ui/page-frame.tsx'
import { useLiveVerifications } from '../../live/index.ts'
import { RecordFailed, toRecordFault, useHistoryPath } from '../index.tsx'
import { findRenewalDelayMs } from '../use-record.ts'
import { OwnerRecord } from './owner-record.tsx'

/** Each kind of verification has its own address. */
const isOfPerson = (location: { pathname: string }) =>
  location.pathname.startsWith('/person-verification-view/')

export function meta({ location }: MetaArgs) {
  const title = isOfPerson(location) ? words.personPageTitle : words.pageTitle
  return [{ title: `${title} · ${productName}` }]
}

/** The owner's view of one verification, kept up to date while it is open (OWNER). */
export default function RecordPage() {
  const formId = toCanonicalId(useParams()['formId'])
  const isPerson = isOfPerson(useLocation())
  const historyPath = useHistoryPath()
  return (
    <>
      <Anchor component={Link} to={isPerson ? '/dashboard' : historyPath} size="sm" mod="standalone" mt="-xs">
        <IconArrowLeft size="1em" aria-hidden />
        {isPerson ? words.backToDashboard : words.backToHistory}
      </Anchor>
      {formId ? (
        <KnownRecord key={formId} id={formId} notFound={isPerson ? words.personNotFound : words.notYours} />
      ) : (
        <RecordFailed fault={{ message: words.invalidId, canRetry: false }} />
      )}
    </>
  )
}

/** @param notFound the text for a record that doesn't exist, or isn't this person's */
function KnownRecord({ id, notFound }: { id: string; notFound: string }) {
  useLiveVerifications()
  const record = useQuery({
    ...makeVerificationQuery(id),
    refetchInterval: ({ state }) => (state.data && findRenewalDelayMs(state.data, new Date())) ?? false,
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
        <Alert color="yellow" role="status" mb="lg">
          {words.outdated}
        </Alert>
      ) : null}
      <OwnerRecord view={record.data} onReload={() => void record.refetch()} />
    </>
  )
}
