import { NativeSelect } from '@mantine/core'
import { type AskedChoice, listOfferedChoices } from '../../../../domain/evidence/evidence.ts'
import words from '../../../../words/en/wizard.ts'
import { readSite } from '../../../api/site.ts'
import type { WizardForm } from './wizard-form.ts'
import { toAskedChoice } from './wizard-values.ts'

/** What both people give beside their word; absent where the installation leaves no choice (EVIDENCE-5). */
export function AskedField({ form, kind }: { form: WizardForm; kind: 'age' | 'person' }) {
  const { documentReading, wallets } = readSite()
  const offered = listOfferedChoices({
    readDocuments: documentReading === 'on',
    askWallets: wallets === 'on',
  })
  if (offered.length < 2) return null
  const chosen: AskedChoice = toAskedChoice(form.values)
  return (
    <NativeSelect
      label={words.asked}
      description={words.askedHints[kind][chosen]}
      data={offered.map((choice) => ({ value: choice, label: words.askedChoices[choice] }))}
      value={chosen}
      onChange={({ currentTarget }) => form.setFieldValue('asked', currentTarget.value)}
    />
  )
}
