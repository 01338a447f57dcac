import { beforeAll, expect, it } from 'vitest'
import { api, hearEverything } from '../../../testing/api.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { completion, sampleForm, sampleOwnerView } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { OwnerRecord } from './owner-record.tsx'

const reading = 'GET /api/records/:id'

beforeAll(signIn)

it('lets nothing below the record be pressed before its buttons are there (OWNER-1)', async () => {
  await api.holds(reading)
  const view = sampleOwnerView({ ...completion, verificationLink: null, documents: noDocuments })
  const screen = await renderScreen(<OwnerRecord view={view} onReload={() => {}} />)
  const asked = await api.takes(reading)
  await hearEverything()
  await expect.element(screen.getByText('Loading consent form details...')).toBeInTheDocument()
  expect(listPressable()).toEqual([])
  await asked.answer({
    party: 'creator',
    form: sampleForm(completion),
    thirdPartyEmail: 'sam@example.com',
    creatorOpens: 'now',
    record: null,
    withdrawal: null,
    isSealLate: false,
    withdrawn: null,
    documents: { creatorSelfie: null, creatorId: null, thirdPartySelfie: null, thirdPartyId: null },
    filesDestroyedAt: '2027-02-21T10:00:00.000Z',
    checkUrl: '/check',
    holds: [],
    heldUntil: null,
    can: { withdraw: true, hold: false },
  })
  await expect.element(screen.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  expect(listPressable()).toEqual(expect.arrayContaining(['Withdraw', 'More', 'Give feedback']))
})

/** What can be pressed. */
const listPressable = () =>
  [...document.querySelectorAll<HTMLElement>('button, summary')]
    .filter((element) => element.checkVisibility())
    .map(({ innerText }) => innerText)

const noDocuments = { selfie: null, id: null, thirdPartySelfie: null, thirdPartyId: null }
