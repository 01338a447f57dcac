import { Anchor, Button, Card, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import words from '../../../words/en/passkeys.ts'
import { isSecondStepProven } from '../../api/session.ts'
import { useSession } from '../../api/session-state.ts'
import { browserValue } from '../../shared/forms/tab-storage.ts'

const declined = browserValue('passkey-offer', (stored) => stored === true)

/**
 * Offers a passkey in a browser where the person logged in with only a password, until they decline (PASSKEY-11). An
 * account whose address isn't confirmed can't have one yet.
 */
export function PasskeyOffer() {
  const [isShown, setIsShown] = useState(
    () =>
      typeof window !== 'undefined' &&
      'PublicKeyCredential' in window &&
      !isSecondStepProven() &&
      !declined.find('here'),
  )
  const { user } = useSession()
  if (!isShown || !user?.emailVerified) return null
  const decline = () => {
    declined.keep('here', true)
    setIsShown(false)
  }
  return (
    <Card component="section" aria-label={words.title}>
      <Text>{words.lead}</Text>
      <Group mt="sm" gap="md">
        <Anchor component={Link} to="/settings" mod="standalone">
          {words.add}
        </Anchor>
        <Button variant="subtle" size="sm" onClick={decline}>
          {words.notNow}
        </Button>
      </Group>
    </Card>
  )
}
