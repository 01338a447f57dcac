import { Card, Stack, Text, Title } from '@mantine/core'
import type { LegalHold, RecordView } from '../../../../contract/record.ts'
import words from '../../../../words/en/legal-hold.ts'
import { Facts } from '../../../shared/consent-document/facts.tsx'
import { Moment } from '../../../shared/time/moment.tsx'
import type { HoldActProps } from './hold-act-props.ts'
import classes from './hold-section.module.css'
import { LiftHold } from './lift-hold.tsx'
import { SetHold } from './set-hold.tsx'

type HoldSectionProps = HoldActProps & { view: Pick<RecordView, 'party' | 'holds' | 'can'> }

/** The legal holds of a record, and the way to set or lift one's own (HOLD-13). Nothing where there is none and none can be set. */
export function HoldSection({
  access,
  view: { party, holds, can },
  isOtherMailed,
  onChanged,
}: HoldSectionProps) {
  const inForce = holds.filter(({ endedAt }) => endedAt === null)
  const hasOwnEnded = holds.some(({ by, endedAt }) => by === party && endedAt !== null)
  if (inForce.length === 0 && !can.hold && !hasOwnEnded) return null
  const act = { access, isOtherMailed, onChanged }
  return (
    <Card component="section" aria-labelledby="hold-title">
      <Title order={2} size="h3" id="hold-title">
        {words.title}
      </Title>
      <Stack gap="lg" mt="xs">
        {inForce.map((hold) => (
          <div key={hold.by}>
            <OneHold hold={hold} isOwn={hold.by === party} />
            {hold.by === party ? <LiftHold {...act} /> : null}
          </div>
        ))}
        {inForce.length > 0 ? <Text c="dimmed">{words.effect}</Text> : null}
        {hasOwnEnded ? <Text c="dimmed">{words.ended}</Text> : null}
        {can.hold ? (
          <div>
            <Text c="dimmed" mb="md">
              {words.lead}
            </Text>
            <SetHold {...act} />
          </div>
        ) : null}
      </Stack>
    </Card>
  )
}

function OneHold({ hold, isOwn }: { hold: LegalHold; isOwn: boolean }) {
  return (
    <>
      <Title order={3} size="h4" mb="xs">
        {isOwn ? words.byYou : words.byOther}
      </Title>
      <Facts
        facts={[
          { name: words.endsAt, value: <Moment at={hold.endsAt} /> },
          { name: words.setAt, value: <Moment at={hold.setAt} /> },
          { name: words.reason, value: <span className={classes['reason']}>{hold.reason}</span> },
        ]}
      />
    </>
  )
}
