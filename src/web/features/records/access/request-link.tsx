import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import words from '../../../../words/en/record-access.ts'
import { useSession } from '../../../api/session-state.ts'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { LinkForm } from './link-form.tsx'
import { NotInAccount } from './not-in-account.tsx'

/** For whoever cannot open the record here: a link is mailed to the third party, or they log in. */
export function RequestLink({ id, hadLink }: { id: string; hadLink: boolean }) {
  const { user } = useSession()
  return (
    <>
      <PageHeading lead={hadLink ? words.linkText : words.noLinkText}>
        {hadLink ? words.linkTitle : words.noLinkTitle}
      </PageHeading>
      <LinkForm id={id} />
      {user ? (
        <NotInAccount id={id} user={user} />
      ) : (
        <Text mt="xl" c="dimmed">
          {words.accountText}{' '}
          <Anchor component={Link} to="/login" state={{ from: `/records/${id}` }}>
            {words.logIn}
          </Anchor>
        </Text>
      )}
    </>
  )
}
