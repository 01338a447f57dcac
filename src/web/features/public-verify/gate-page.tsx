import { Alert, Paper, Stack, Text, Title } from '@mantine/core'
import type { VerificationKind } from '../../../domain/verification/kind.ts'
import { PageHeading } from '../../shared/ui/page-heading.tsx'
import { GateForm } from './gate-form.tsx'
import classes from './gate-page.module.css'
import type { KeptPass } from './gate-pass.ts'
import { words } from './words.ts'

type GatePageProps = {
  formId: string
  type: VerificationKind
  /** The earlier pass ended: says so, that nobody thinks their work is lost. */
  hasEnded: boolean
  onProven(): void
  onPassed(pass: KeptPass): void
  onLinkChanged(): void
}

/** What a stranger sees first: what this is, what is coming, and the one question before it. Nothing personal is known here yet. */
export function GatePage({ formId, type, hasEnded, ...events }: GatePageProps) {
  return (
    <>
      <PageHeading lead={words.gateLead[type]}>{words.titles[type]}</PageHeading>
      <Stack gap="xl">
        {hasEnded ? (
          <Alert color="yellow" title={words.passEnded}>
            {words.passEndedText}
          </Alert>
        ) : null}
        <Paper className={classes['card']}>
          <Title order={2} size="h3" mb="md">
            {words.gateTitle}
          </Title>
          <GateForm formId={formId} {...events} />
        </Paper>
        <section>
          <Title order={2} size="h3" mb="sm">
            {words.expect}
          </Title>
          <ol className={classes['steps']}>
            {words.expectSteps.map((sentence) => (
              <li key={sentence}>
                <Text component="span">{sentence}</Text>
              </li>
            ))}
          </ol>
        </section>
      </Stack>
    </>
  )
}
