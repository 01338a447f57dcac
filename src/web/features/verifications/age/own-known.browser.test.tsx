import { beforeEach, expect, it } from 'vitest'
import type { KeptProofView } from '../../../../contract/kept-proof.ts'
import { api } from '../../../testing/api.ts'
import { eventually, expectNoText, expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { sampleKeptProof } from '../../../testing/samples.ts'
import { ada, signIn } from '../../../testing/sign-in.ts'
import { useWizardForm } from '../wizard/use-wizard-form.ts'
import { makeEmptyWizard, type WizardValues } from '../wizard/wizard-values.ts'
import OwnKnown from './own-known.tsx'

const use = "Use what's already known"
const { id, fullName } = sampleKeptProof

beforeEach(signIn)

function Wizard({ values }: { values: Partial<WizardValues> }) {
  const form = useWizardForm({
    ...makeEmptyWizard('2026-11-23'),
    fullName,
    dateOfBirth: '1990-04-17',
    ...values,
  })
  return (
    <>
      <OwnKnown form={form} mayOffer />
      <output>{`${form.values.asked} ${form.values.keptProofId}`}</output>
    </>
  )
}

async function open(kept: KeptProofView | null, values: Partial<WizardValues> = {}) {
  await api.answers('GET /api/kept-proof', { kept })
  const profile = { ...ada, emailVerified: true, fullName, dateOfBirth: '1990-04-17' }
  await api.answers('GET /api/profile', profile)
  const screen = await renderScreen(<Wizard values={values} />)
  return { screen, chosen: () => screen.container.querySelector('output')?.textContent }
}

it('is offered, used with one press, and replaced by a photo and an ID with another (ONCE-9)', async () => {
  const { screen, chosen } = await open(sampleKeptProof)
  await expectText(
    'Read on 2 November 2026 from a passport (Poland).',
    'The other person may then do the same.',
  )
  await screen.getByRole('button', { name: use }).click()
  await expectText('You don’t need to give a photo or an ID.')
  expect(chosen()).toBe(`id_or_kept ${id}`)
  await screen.getByRole('button', { name: 'Give a photo and an ID instead' }).click()
  await expect.element(screen.getByRole('button', { name: use })).toBeVisible()
  expect(chosen()).toBe('id_or_kept ')
})

it.each([
  ['another name', { fullName: 'Anna Nowak' }],
  ['another date of birth', { dateOfBirth: '1990-04-18' }],
])('states, when used with %s, the data that it is for (ONCE-3)', async (_, typed) => {
  await open(sampleKeptProof, { ...typed, asked: 'id_or_kept', keptProofId: id })
  await expectText(`It’s for the name ${fullName}, with your account’s date of birth.`)
  expectNoText('You don’t need to give a photo or an ID.')
})

it('is dropped where a draft uses a deleted one (ONCE-9)', async () => {
  const { chosen } = await open(null, { asked: 'id_or_kept', keptProofId: id })
  await eventually(() => expect(chosen()).toBe('id_or_kept '))
  expectNoText(use)
})
