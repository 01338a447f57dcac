import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import words from '../../../../words/en/record-access.ts'
import { renewUser } from '../../../api/renew-user.ts'
import { logOut, type SessionUser } from '../../../api/session-state.ts'

/**
 * For somebody signed in whose account does not have the record: why, and what would open it. The account is looked at anew with the page, as
 * its address may be confirmed by now, or its session over; either leads on by itself.
 */
export function NotInAccount({ id, user }: { id: string; user: SessionUser }) {
  useEffect(() => {
    const look = () => void renewUser().catch(() => {})
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [])
  const navigate = useNavigate()
  const leave = async () => {
    await logOut()
    await navigate('/login', { state: { from: `/records/${id}` } })
  }
  return (
    <Stack mt="xl" gap="sm" align="flex-start">
      <Text c="dimmed">
        {user.emailVerified
          ? words.notInAccount({ email: user.email })
          : words.unconfirmed({ email: user.email })}{' '}
        {user.emailVerified ? null : (
          <Anchor component={Link} to="/dashboard">
            {words.toDashboard}
          </Anchor>
        )}
      </Text>
      <Button variant="default" onClick={leave}>
        {words.otherAccount}
      </Button>
    </Stack>
  )
}
