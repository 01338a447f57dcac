import { Button, Card, Group, List, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { toCreatedPath, toOwnerPath } from '../../../../contract/address.ts'
import { productName } from '../../../../domain/product.ts'
import { toCanonicalId } from '../../../../domain/typed-text.ts'
import { isRecord } from '../../../../domain/verification/verification.ts'
import words from '../../../../words/en/created.ts'
import ownerWords from '../../../../words/en/owner.ts'
import { makeCreatedLinkQuery } from '../../../api/verifications.ts'
import { LinkCard } from '../../../shared/link/link-card.tsx'
import { ConfirmToInvite } from '../../../shared/resend-confirmation.tsx'
import { PageHeading, PageSpinner } from '../../../shared/ui/page-frame.tsx'
import { useLiveVerifications } from '../../live/index.ts'
import { RecordFailed, toRecordFault } from '../../records/index.tsx'

export function meta() {
  return [{ title: `${words.title} · ${productName}` }]
}

/** The last page of both wizards, at its own address, which shows the link as long as there is one (CREATE-24). */
export default function CreatedPage() {
  const id = toCanonicalId(useParams()['formId'])
  if (!id) return <RecordFailed fault={{ message: ownerWords.invalidId, canRetry: false }} />
  return <CreatedLink key={id} id={id} />
}

function CreatedLink({ id }: { id: string }) {
  useLiveVerifications()
  const created = useQuery(makeCreatedLinkQuery(id))
  const { pathname } = useLocation()
  if (created.isPending) return <PageSpinner words={ownerWords.loading} />
  if (!created.data) {
    return (
      <RecordFailed
        fault={toRecordFault(created.error, ownerWords.notYours)}
        isTrying={created.isFetching}
        onTry={() => void created.refetch()}
      />
    )
  }
  const { type, status, verificationLink, invitation } = created.data
  // The address of the other kind would show the wrong kind.
  const path = toCreatedPath({ id, type })
  if (pathname !== path) return <Navigate to={path} replace />
  return (
    <>
      <PageHeading>
        {status === 'pending' ? words.title : isRecord(status) ? words.completed : words.ended}
      </PageHeading>
      <Stack gap="lg" maw="var(--assent-measure)">
        {verificationLink && !isRecord(status) ? (
          <LinkCard link={verificationLink} status={status} invitation={invitation}>
            <Group mt="sm">
              <ConfirmToInvite invitation={invitation} />
            </Group>
          </LinkCard>
        ) : null}
        {status === 'pending' ? <NextSteps /> : null}
        <Group>
          <Button component={Link} to="/dashboard" variant="default">
            {words.backToDashboard}
          </Button>
          <Button
            component={Link}
            to={toOwnerPath({ id, type })}
            variant={status === 'pending' ? 'default' : 'filled'}
          >
            {words.open}
          </Button>
        </Group>
      </Stack>
    </>
  )
}

export function NextSteps() {
  return (
    <Card>
      <Title order={2} size="h3" mb="sm">
        {words.next}
      </Title>
      <List type="ordered" spacing="xs">
        {words.steps.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Card>
  )
}
