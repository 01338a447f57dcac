import { Button, Card, Group, Text, Title } from '@mantine/core'
import { memo } from 'react'
import { Link } from 'react-router'
import type { VerificationSummary } from '../../../contract/verification.ts'
import words from '../../../words/en/history.ts'
import { InvitationNote } from '../../shared/link/invitation-note.tsx'
import { writeVerificationPath } from '../../shared/link/verification-path.ts'
import { Moment } from '../../shared/time/moment.tsx'
import { StatusBadge } from '../../shared/ui/status-badge.tsx'
import classes from './history-card.module.css'
import { LinkBlock } from './link-block.tsx'

/** One verification of the history with everything that HISTORY-3 lists. Drawn again only when the item has changed. */
export const HistoryCard = memo(function HistoryCard({ item }: { item: VerificationSummary }) {
  const { id, type, status } = item
  const isAsked = item.role === 'third_party'
  const titleId = `verification-${id}`
  return (
    <Card component="article" aria-labelledby={titleId}>
      <div className={classes['top']}>
        <div>
          <Group gap="sm">
            <Title order={2} size="h3" id={titleId}>
              {words.kinds[type]}
            </Title>
            <StatusBadge status={status} ageStep={item.thirdPartyAgeStep} />
          </Group>
          {isAsked ? (
            <Text size="sm" mt={4}>
              {words.asked({ creator: item.fullName })}
            </Text>
          ) : null}
          <Text size="sm" c="dimmed" mt={4}>
            {words.created} <Moment at={item.createdAt} />
          </Text>
        </div>
        <Button
          component={Link}
          to={writeVerificationPath(item)}
          variant="default"
          size="sm"
          flex="none"
          aria-describedby={titleId}
        >
          {words.view}
        </Button>
      </div>
      <dl className={classes['facts']}>
        {listFacts(item).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {item.detailsErasedAt ? (
        <Text size="sm" c="dimmed">
          {words.erased} <Moment at={item.detailsErasedAt} />. {words.erasedNext}
        </Text>
      ) : null}
      {item.invitation ? <InvitationNote invitation={item.invitation} isInList /> : null}
      {isAsked ? null : <LinkBlock link={item.verificationLink} status={status} />}
    </Card>
  )
})

function listFacts(item: VerificationSummary) {
  if (item.role === 'third_party')
    return [
      { name: words.askedBy, value: item.fullName },
      { name: words.yourName, value: item.thirdPartyName },
      { name: words.platform, value: item.platformName },
      { name: words.socialMedia, value: item.thirdPartySocialMediaName },
    ]
  const theirs = [
    { name: words.thirdParty, value: item.thirdPartyName },
    { name: words.platform, value: item.platformName },
    { name: words.socialMedia, value: item.thirdPartySocialMediaName },
  ]
  return [{ name: words.yourName, value: item.fullName }, ...(item.detailsErasedAt ? [] : theirs)]
}
