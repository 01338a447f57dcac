import { Button, Card, List, Stack, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { CreatedVerification } from '../../../../contract/verification.ts'
import { LinkCard } from '../../../shared/link/link-card.tsx'
import classes from './wizard-frame.module.css'
import { wizardWords as words } from './wizard-words.ts'

/** The end of both wizards: the link, what happens next, and the way back. */
export default function CreatedStep({ created }: { created: CreatedVerification }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  // Also when the history has arrived at the entry that the steps began on, whose place it would restore.
  // biome-ignore lint/correctness/useExhaustiveDependencies: arrived at another entry.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [key])
  return (
    <Stack gap="lg" className={classes['form']}>
      <Title order={2} ref={heading} tabIndex={-1}>
        {words.created}
      </Title>
      <LinkCard
        link={created.verificationLink}
        status="pending"
        invitation={{ state: created.invitation, at: null }}
      />
      <Card>
        <Title order={2} size="h3" mb="sm">
          {words.createdNext}
        </Title>
        <List type="ordered" spacing="xs">
          {words.createdSteps.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      </Card>
      <div>
        <Button component={Link} to="/dashboard" variant="default">
          {words.backToDashboard}
        </Button>
      </div>
    </Stack>
  )
}
