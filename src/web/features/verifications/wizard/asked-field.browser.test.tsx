import { expect, it, onTestFinished } from 'vitest'
import words from '../../../../words/en/wizard.ts'
import { expectNoText, expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { setSite } from '../../../testing/site.ts'
import { AskedField } from './fields.tsx'
import { useWizardForm } from './use-wizard-form.ts'
import { makeEmptyWizard } from './wizard-values.ts'

function Choice() {
  const typed = { ...makeEmptyWizard('2026-11-23'), asked: 'wallet_alone', walletProofId: 'proven before' }
  const form = useWizardForm(typed)
  return (
    <>
      <AskedField form={form} kind="age" />
      <p>{form.values.walletProofId === '' ? 'No proof' : 'A proof'}</p>
    </>
  )
}

async function open(site: { wallets: 'on' | 'off'; vouchers: 'on' | 'age' | 'off' }) {
  onTestFinished(setSite('wallets', site.wallets))
  onTestFinished(setSite('vouchers', site.vouchers))
  const screen = await renderScreen(<Choice />)
  await screen.getByRole('button', { name: words.change }).click()
  return screen
}

it.each([
  ['on', 'off', words.askedChoices.wallet_alone, words.askedHints.wallet_alone, words.walletNameHint],
  [
    'off',
    'on',
    words.provenChoices.voucher.wallet_alone,
    words.provenHints.voucher,
    words.provenNameHints.voucher,
  ],
  ['on', 'on', words.provenChoices.both.wallet_alone, words.provenHints.both, words.provenNameHints.both],
] as const)(
  'names who may prove an age here: wallets %s, vouchers %s (VOUCHER-17)',
  async (wallets, vouchers, choice, hint, nameHint) => {
    const screen = await open({ wallets, vouchers })
    const select = screen.getByRole('combobox', { name: words.asked })
    await expect.element(select).toHaveDisplayValue(choice)
    await expectText(hint, nameHint)
  },
)

it('says beside the tick what it asks, and beside the choice only while it is ticked (EVIDENCE-5)', async () => {
  const screen = await open({ wallets: 'on', vouchers: 'off' })
  const tick = screen.getByRole('checkbox', { name: words.walletName })
  await expect.element(tick).toHaveAccessibleDescription(words.walletNameHint)
  expectNoText(words.askedNameHint)
  await tick.click()
  const select = screen.getByRole('combobox', { name: words.asked })
  await expect.element(select).toHaveAccessibleDescription(`${words.askedFrom.age} ${words.askedNameHint}`)
  await tick.click()
  await expectText(words.askedHints.wallet_alone)
  expectNoText(words.askedNameHint)
})

it.each([
  ['on', 'age', 1],
  ['off', 'age', 0],
] as const)(
  'asks for a name only where somebody has it: wallets %s, vouchers %s (VOUCHER-17)',
  async (wallets, vouchers, boxes) => {
    const screen = await open({ wallets, vouchers })
    await expectText(words.askedFrom.age)
    expect(screen.getByRole('checkbox', { name: words.walletName }).elements()).toHaveLength(boxes)
  },
)

it('drops a proof of the age alone when the name is asked for, too (VOUCHER-17)', async () => {
  const screen = await open({ wallets: 'off', vouchers: 'on' })
  await expectText('A proof')
  await screen.getByRole('checkbox', { name: words.walletName }).click()
  await expectText('No proof')
  expectNoText('A proof')
})
