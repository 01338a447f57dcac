import { Stack, Text } from '@mantine/core'
import type { Usage } from '../../../../contract/plan.ts'
import { usageAction } from '../../../../domain/verification/verification.ts'
import words from '../../../../words/en/wizard.ts'
import { DocumentPreview } from './document-preview.tsx'
import { ThirdPartyEmailField } from './fields.tsx'
import type { Wizard } from './use-wizard.ts'
import { toPreview } from './wizard-values.ts'

/** Step 4 of both wizards: read it all once more, name the recipient, and know that the creation counts. */
export function ShareStep({ wizard, usage }: { wizard: Wizard; usage: Usage }) {
  const { kind, form } = wizard
  const { remaining, unlimited } = usage[usageAction[kind]]
  return (
    <Stack gap="xl">
      <DocumentPreview parts={toPreview(kind, form.values)} />
      <ThirdPartyEmailField form={form} hint={words.emailHint} required />
      {unlimited || remaining === null ? null : (
        <Text size="sm" c="dimmed">
          {remaining > 0 ? `${words.allowance[kind]({ remaining })} ` : null}
          {words.everyCreationCounts}
        </Text>
      )}
    </Stack>
  )
}
