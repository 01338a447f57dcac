import { Button, Text, TextInput, Title } from '@mantine/core'
import { memo, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { VerificationSummary } from '../../../contract/verification.ts'
import { isOpen, type VerificationStatus } from '../../../domain/verification/verification.ts'
import words from '../../../words/en/history.ts'
import linkWords from '../../../words/en/link.ts'
import { writeVerificationPath } from '../../api/verifications.ts'
import { copyText, useCopyTick } from '../../shared/browser.ts'
import { InvitationNote, isRefused } from '../../shared/link/invitation-note.tsx'
import { Moment } from '../../shared/time/moment.tsx'
import { Disclosure } from '../../shared/ui/disclosure.tsx'
import { StatusBadge } from '../../shared/ui/status-badge.tsx'
import { showToast } from '../../shared/ui/toast.ts'
import classes from './history-card.module.css'

/**
 * One verification of the history, headed by the other person's name. The other data of HISTORY-3 is in a closed
 * section. Rendered again only when the item has changed.
 */
export const HistoryCard = memo(function HistoryCard({ item }: { item: VerificationSummary }) {
  const { id, type, status, invitation } = item
  const { search } = useLocation()
  const isAsked = item.role === 'third_party'
  const other = isAsked ? item.fullName : item.thirdPartyName
  const titleId = `verification-${id}`
  const isUndelivered = invitation !== null && isRefused(invitation)
  return (
    <article aria-labelledby={titleId} className={classes['card']}>
      <div className={classes['top']}>
        <Title order={2} size="h3" id={titleId}>
          {item.detailsErasedAt ? words.erased : <bdi>{other}</bdi>}
        </Title>
        <Button
          component={Link}
          to={writeVerificationPath(item)}
          state={{ history: search }}
          variant="default"
          size="sm"
          flex="none"
          aria-describedby={titleId}
        >
          {words.view}
        </Button>
      </div>
      <div className={classes['second']}>
        <StatusBadge status={status} ageStep={item.thirdPartyAgeStep} validUntil={item.validUntil} />
        {item.detailsErasedAt ? null : (
          <Text size="sm" c="dimmed" className={classes['where'] ?? ''}>
            {words.where({ platform: item.platformName, name: item.thirdPartySocialMediaName })}
          </Text>
        )}
      </div>
      <Text size="sm" c="dimmed" className={classes['about']}>
        <span>{words.kinds[type]}</span>
        {isAsked ? <span>{words.theyAsked}</span> : null}
        <Moment at={item.createdAt} />
      </Text>
      {isUndelivered ? <InvitationNote invitation={invitation} isInList /> : null}
      <Disclosure title={words.details}>
        <dl className={classes['facts']}>
          {listFacts(item).map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        {item.detailsErasedAt ? (
          <Text size="sm" c="dimmed">
            <Moment at={item.detailsErasedAt} within={words.erasedOn} /> {words.erasedNext}
          </Text>
        ) : null}
        {invitation && !isUndelivered ? <InvitationNote invitation={invitation} isInList /> : null}
        {isAsked ? null : <LinkBlock link={item.verificationLink} status={status} />}
      </Disclosure>
    </article>
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

/** The link of a history card: can be copied while it works, and is replaced by its outcome afterwards. */
function LinkBlock({ link, status }: { link: string | null; status: VerificationStatus }) {
  const field = useRef<HTMLInputElement>(null)
  const { isCopied, tick } = useCopyTick()
  if (!isOpen(status))
    return link === null ? null : (
      <Text size="sm" c="dimmed" mt="md">
        <strong>{words.linkExpired}</strong> {linkWords.byStatus[status]}
      </Text>
    )
  if (link === null)
    return (
      <Text size="sm" c="dimmed" mt="md">
        {words.noLink}
      </Text>
    )
  const copy = async () => {
    if (await copyText(link, field.current)) {
      tick()
      showToast({ kind: 'success', title: words.copied, description: words.copiedNext })
    } else {
      showToast({ kind: 'error', title: words.copyFailed, description: words.copyFailedNext })
    }
  }
  return (
    <div className={classes['block']}>
      <TextInput
        ref={field}
        className={classes['link'] ?? ''}
        size="sm"
        label={words.link}
        value={link}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button size="sm" variant="light" onClick={copy}>
        {isCopied ? words.copied : words.copy}
      </Button>
    </div>
  )
}
