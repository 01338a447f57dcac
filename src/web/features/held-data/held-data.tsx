import { Alert, Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { HeldData as Held, HeldDataErased, HeldRequest } from '../../../contract/privacy.ts'
import { isOpen } from '../../../domain/verification/verification.ts'
import words from '../../../words/en/held-data.ts'
import { writeList } from '../../../words/write-list.ts'
import { describeFault, findProblem, request } from '../../api/request.ts'
import { saveFile } from '../../shared/browser.ts'
import { Facts } from '../../shared/consent-document/facts.tsx'
import { focusNow, useLostFocus } from '../../shared/focus.ts'
import { describeMoment, Moment } from '../../shared/time/moment.tsx'
import { LoadingCard } from '../../shared/ui/cards.tsx'
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx'
import { insert } from '../../shared/ui/insert.ts'
import { StatusBadge } from '../../shared/ui/status-badge.tsx'
import { WithAddresses } from '../../shared/ui/with-addresses.tsx'
import { KeptUntil, type KeptUntilProps, useHeldAction } from './open-request.tsx'

/** All data held about a proven address, to be read, downloaded and erased. */
export function HeldData({ token, onEnded }: { token: string; onEnded(): void }) {
  const [erased, setErased] = useState<HeldDataErased | null>(null)
  const held = useQuery({
    queryKey: ['held-data', token],
    queryFn: ({ signal }) => request('GET /api/my-data', { token, signal }),
    enabled: erased === null,
    retry: false,
  })
  const heading = useLostFocus<HTMLHeadingElement>(held.data)
  if (erased)
    return (
      <Alert ref={focusNow} tabIndex={-1} role="status" title={words.erased}>
        {describeErasure(erased, held.data)}
      </Alert>
    )
  if (held.isPending) return <LoadingCard words={words.loading} />
  const isOver = findProblem(held.error)?.status === 401
  if (!held.data || isOver) {
    return (
      <Alert color="red" role="alert" title={words.failed}>
        <Text mb="sm">{describeFault(held.error)}</Text>
        <Button variant="default" onClick={() => (isOver ? onEnded() : void held.refetch())}>
          {words.tryAgain}
        </Button>
      </Alert>
    )
  }
  const { email, hasAccount, requests, blocks } = held.data
  const save = () => {
    const text = JSON.stringify(held.data, null, 2)
    saveFile(new Blob([text], { type: 'application/json' }), 'held-about-me.json')
  }
  return (
    <Stack gap="lg">
      <Title order={2} size="h3" ref={heading} tabIndex={-1}>
        <WithAddresses>{words.heldFor({ email })}</WithAddresses>
      </Title>
      {hasAccount ? (
        <Alert>
          <Text mb="sm">{words.account}</Text>
          <Button component={Link} to="/login" variant="default">
            {words.logIn}
          </Button>
        </Alert>
      ) : null}
      {hasBlocks(blocks) ? (
        <Blocks blocks={blocks} token={token} onEnded={() => void held.refetch()} />
      ) : null}
      {requests.length === 0 ? <Text>{hasAccount ? words.nothingElse : words.nothing}</Text> : null}
      {requests.map((item) => (
        <HeldRequestCard key={item.id} item={item} token={token} onDeclined={() => void held.refetch()} />
      ))}
      {requests.length > 0 ? (
        <Group>
          <Button variant="default" onClick={save}>
            {words.download}
          </Button>
          {requests.some(({ isRecord }) => !isRecord) ? (
            <EraseHeldData
              token={token}
              hasOpen={requests.some(({ status }) => isOpen(status))}
              onErased={setErased}
            />
          ) : null}
        </Group>
      ) : null}
    </Stack>
  )
}

const hasBlocks = ({ senders, all }: Held['blocks']) => all || senders > 0

type BlocksProps = { blocks: Held['blocks']; token: string; onEnded(): void }

/** The emails that a mailbox has blocked, and a button to unblock them. */
function Blocks({ blocks, token, onEnded }: BlocksProps) {
  const { isBusy, failure, run } = useHeldAction()
  const unblock = () => run(() => request('DELETE /api/my-data/blocks', { token }).then(onEnded))
  return (
    <Alert>
      <Text mb="sm">
        {blocks.all ? words.blocksAll : words.blocksSenders({ senders: blocks.senders })} {words.blocksStay}
      </Text>
      <Button variant="default" loading={isBusy} onClick={unblock}>
        {words.unblock}
      </Button>
      {failure ? (
        <Text role="alert" c="red">
          {failure}
        </Text>
      ) : null}
    </Alert>
  )
}

/** The outcome of an erasure: the erased data, then the remaining data. */
export function describeErasure(
  { erased, kept, waiting }: HeldDataErased,
  before: Pick<Held, 'hasAccount' | 'blocks'> | undefined,
): string {
  const { hasAccount = false, blocks } = before ?? {}
  const left = [
    ...(blocks && hasBlocks(blocks) ? [words.blocksLeft] : []),
    ...(kept > 0 ? [words.recordsLeft({ kept })] : []),
    ...(waiting > 0 ? [words.waiting({ waiting })] : []),
  ]
  const nothing = hasAccount ? words.accountLeft : words.nothingLeft
  const done = erased > 0 || waiting === 0 ? [words.erasedCount({ erased })] : []
  return [...done, ...(left.length > 0 ? left : [nothing])].join(' ')
}

/** One request with the address: its typed data, its evidence, and their retention. */
function HeldRequestCard({ item, token, onDeclined }: KeptUntilProps) {
  const { isBusy, failure, run } = useHeldAction()
  const open = () =>
    run(async () => {
      const params = { id: item.id }
      const { url } = await request('POST /api/my-data/records/:id/link', { params, token })
      window.location.assign(url)
    })
  const titleId = `held-${item.id}`
  return (
    <Card component="article" aria-labelledby={titleId}>
      <Stack gap="md">
        <Group gap="sm">
          <Title order={3} size="h4" id={titleId}>
            {words.kinds[item.type]}
          </Title>
          <StatusBadge status={item.status} ageStep={null} />
        </Group>
        <Text size="sm" c="dimmed">
          <Moment at={item.createdAt} within={words.created} />
        </Text>
        {item.saidNoAt ? (
          <Text>
            <Moment at={item.saidNoAt} within={words.saidNo} />
          </Text>
        ) : null}
        <Facts title={words.typed} facts={listFacts(item)} />
        <KeptUntil item={item} token={token} onDeclined={onDeclined} />
        {item.uploads.length > 0 ? (
          <Text>
            {insert(
              (files: Record<string, string>) => words.uploads({ files: writeList(Object.values(files)) }),
              Object.fromEntries(
                item.uploads.map((upload) => [upload.uploadedAt + upload.category, nameUpload(upload)]),
              ),
            )}
          </Text>
        ) : null}
        <Text size="sm" c="dimmed">
          {words.counted({ mails: item.mails.length, steps: item.did.length })}
        </Text>
        {item.isRecord ? (
          <Alert>
            <Text mb="sm">
              {words.recordStays} {describeWithdrawal(item)}
            </Text>
            <Button variant="default" loading={isBusy} onClick={open}>
              {words.openRecord}
            </Button>
          </Alert>
        ) : null}
        {failure ? (
          <Text role="alert" c="red">
            {failure}
          </Text>
        ) : null}
      </Stack>
    </Card>
  )
}

/** The effect of a withdrawal on the files of a record, or a note about a past withdrawal. */
function describeWithdrawal({ status, holds }: HeldRequest): string {
  if (status === 'withdrawn') return words.withdrawn
  const held = holds.find(({ by, endedAt }) => by === 'creator' && endedAt === null)
  return held ? words.locksFiles({ until: describeMoment(held.endsAt) }) : words.destroysFiles
}

function listFacts({ typedAboutYou, youGave }: HeldRequest) {
  const names = Object.keys(words.fields) as (keyof typeof words.fields)[]
  const typed = names.flatMap((name) => {
    const value = typedAboutYou[name]
    return value ? [{ name: words.fields[name], value }] : []
  })
  const given = (['signature', 'declineReason'] as const).flatMap((name) => {
    const value = youGave[name]
    return value ? [{ name: words[name], value }] : []
  })
  return [...typed, ...given]
}

/** A link to a file; without its address it was deleted. */
function nameUpload({ category, url }: HeldRequest['uploads'][number]) {
  const file = category === 'selfie' ? words.upload.selfie : words.upload.id
  return url ? (
    <Anchor href={url} target="_blank" rel="noreferrer">
      {file}
    </Anchor>
  ) : (
    words.destroyed({ file })
  )
}

type EraseHeldDataProps = { token: string; hasOpen: boolean; onErased(counted: HeldDataErased): void }

function EraseHeldData({ token, hasOpen, onErased }: EraseHeldDataProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, failure, run } = useHeldAction()
  const erase = () => run(() => request('POST /api/my-data/erasure', { token }).then(onErased))
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {words.erase}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={words.eraseTitle}
        keep={words.keep}
        confirm={words.eraseConfirm}
        isBusy={isBusy}
        failure={failure}
        failed={words.failed}
        onClose={() => setIsAsking(false)}
        onConfirm={erase}
      >
        {hasOpen ? <Text>{words.eraseOpenText}</Text> : null}
        <Text>{words.eraseText}</Text>
      </ConfirmDialog>
    </>
  )
}
