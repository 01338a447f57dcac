import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import type { DraftSave } from '../../../../contract/draft.ts'
import type { Problem } from '../../../../contract/problem.ts'
import { RequestFailure } from '../../../api/request.ts'
import { api } from '../../../testing/api.ts'
import { chooseLanguage } from '../../../testing/choose-language.ts'
import { eventually, expectNoText, expectText, press, type } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { ada, eve, keepSession, sampleSession, signIn } from '../../../testing/sign-in.ts'
import { findDraft, keepDraft } from './draft.ts'
import DraftStatus from './draft-status.tsx'
import { dropDrafts } from './kept-drafts.ts'
import { type BeginAgain, type FoundDraft, useDraftSaving, useFoundDraft } from './use-draft-saving.ts'
import { makeEmptyWizard } from './wizard-values.ts'

const looking = 'GET /api/drafts/:kind'
const saving = 'PUT /api/drafts/:kind'
const empty = makeEmptyWizard('2026-11-23')
const elsewhere = '3d2c1b0a-0000-4000-8000-00000000000e'

beforeEach(async () => {
  signIn()
  uploadedId = null
  await api.answers(looking, { draft: null })
  await api.holds(saving)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

const file = '9f8e7d6c-0000-4000-8000-00000000000f'
let uploadedId: string | null = null

const contentWith = (fullName: string) => ({
  step: 1 as const,
  values: { ...empty, fullName },
  idempotencyKey: 'one-creation',
  selfieDocumentId: null,
  idDocumentId: uploadedId,
})

/** Fails the creation in progress. */
let failCreation = (_: RequestFailure) => {}
const waitForCreation = () =>
  new Promise<never>((_, reject) => {
    failCreation = reject
  })
const lose = () => failCreation(new RequestFailure(null, null))
const refuse = () =>
  failCreation(
    new RequestFailure({ title: 'Limit', status: 402, code: 'person_allowance_spent' } as Problem, 402),
  )

function Wizard() {
  const [found, begin] = useFoundDraft('age', ada.id)
  return found ? <Fields key={found.round} found={found} begin={begin} /> : null
}

function Fields({ found, begin }: { found: FoundDraft; begin: BeginAgain }) {
  const [fullName, setFullName] = useState(found.draft?.values.fullName ?? '')
  const content = contentWith(fullName)
  const isKept = found.draft !== null || fullName !== ''
  const draft = useDraftSaving({ kind: 'age', userId: ada.id, found, begin, content, isKept })
  return (
    <>
      <label>
        Name
        <input value={fullName} onChange={({ target }) => setFullName(target.value)} />
      </label>
      <button type="button" onClick={() => draft.runWhileStill(waitForCreation).catch(() => {})}>
        Create
      </button>
      <DraftStatus draft={draft} isBusy={false} />
    </>
  )
}

async function open() {
  const screen = await renderScreen(<Wizard />)
  return { ...screen, name: screen.getByLabelText('Name') }
}

/** Types, and waits until the text is kept here and the code that saves drafts has it. */
async function typeIn(name: Locator, text: string) {
  await type(name, text)
  await expectOffered()
}

/** Waits until the code that saves drafts has loaded, which the wizard asked for earlier, and has the draft. */
async function expectOffered() {
  await expectText('Saving draft...')
  await import('./draft-saver.ts')
}

const keptHere = () => findDraft('age', ada.id, empty)?.values.fullName ?? null

/** The next save request, with a function that answers it. */
async function takeSave() {
  const asked = await api.takes(saving)
  const sent = JSON.parse(asked.body) as DraftSave
  const answer = () =>
    asked.answer({
      version: sent.version,
      savedAt: '2026-11-23T10:00:00.000Z',
      expiresAt: '2026-11-30T10:00:00.000Z',
    })
  return { ...asked, sent, answer }
}

/** The sent draft as stored on the server under a version. */
const draftAs = (version: string, fullName: string) => ({
  draft: {
    version,
    savedAt: '2026-11-23T10:00:00.000Z',
    expiresAt: '2026-11-30T10:00:00.000Z',
    step: 1 as const,
    values: { ...empty, fullName },
    idempotencyKey: 'one-creation',
    selfie: null,
    id: null,
    walletProof: null,
  },
})

describe('a typed draft', () => {
  it('is saved after a typing pause, and then removed from this tab (DRAFT-9)', async () => {
    const { name } = await open()
    await typeIn(name, 'A')
    await vi.advanceTimersByTimeAsync(500)
    await typeIn(name, 'Ada')
    await vi.advanceTimersByTimeAsync(800)
    expect([await api.count(saving), keptHere()]).toEqual([0, 'Ada'])
    await vi.advanceTimersByTimeAsync(200)
    const { sent, answer } = await takeSave()
    expect([sent.values.fullName, sent.replaces]).toEqual(['Ada', null])
    await answer()
    await expectText('Draft saved')
    expect([await api.count(saving), keptHere()]).toEqual([1, null])
  })

  it('is sent after a save in progress, and replaces it (DRAFT-5)', async () => {
    const { name } = await open()
    await typeIn(name, 'Ada')
    await vi.advanceTimersByTimeAsync(1000)
    const first = await takeSave()
    await typeIn(name, 'Ada Lovelace')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await api.count(saving)).toBe(1)
    await first.answer()
    expectNoText('Draft saved')
    await vi.advanceTimersByTimeAsync(1000)
    const second = await takeSave()
    expect([second.sent.values.fullName, second.sent.replaces]).toEqual(['Ada Lovelace', first.sent.version])
    await second.answer()
    await expectText('Draft saved')
  })

  it('is sent when the wizard is left, and the next wizard waits for it (DRAFT-1)', async () => {
    const { name, unmount } = await open()
    await type(name, 'Ada')
    await unmount()
    const looks = await api.count(looking)
    const { sent, answer } = await takeSave()
    expect(sent.values.fullName).toBe('Ada')
    await renderScreen(<Wizard />)
    expect(await api.count(looking)).toBe(looks)
    await api.answers(looking, draftAs(sent.version, 'Ada'))
    await answer()
    await expectText('Draft saved')
    expect(keptHere()).toBeNull()
  })

  it('is saved at once before the page loads again in another language (WORDS-13)', async () => {
    const { name } = await open()
    await typeIn(name, 'Ada')
    const choice = chooseLanguage('de')
    const { sent, answer } = await takeSave()
    expect(sent.values.fullName).toBe('Ada')
    await answer()
    await choice
    expect(keptHere()).toBeNull()
  })

  it('stays in this tab if another language is chosen and the server doesn’t answer (WORDS-13)', async () => {
    const { name } = await open()
    await typeIn(name, 'Ada')
    const choice = chooseLanguage('de')
    await takeSave()
    await vi.advanceTimersByTimeAsync(5000)
    await choice
    expect(keptHere()).toBe('Ada')
  })

  it("stays in this tab while the server can't be reached, shows that, and is sent again (DRAFT-9)", async () => {
    const { name } = await open()
    await typeIn(name, 'Ada')
    await vi.advanceTimersByTimeAsync(1000)
    await (await takeSave()).break()
    await expectText('Not saved yet. Kept in this tab while we try again.')
    expect(keptHere()).toBe('Ada')
    await vi.advanceTimersByTimeAsync(10_000)
    const { sent, answer } = await takeSave()
    expect(sent.values.fullName).toBe('Ada')
    await answer()
    await expectText('Draft saved')
  })
})

/** As another tab does. This page hears of it later. */
const signInAsEve = () => keepSession(sampleSession({ who: eve, token: 'eve.access.token' }))

describe('once another person has signed in, nothing of this person is sent in their name', () => {
  it('when the wizard closes (DRAFT-2)', async () => {
    const { name, unmount } = await open()
    await typeIn(name, 'Ada')
    signInAsEve()
    await unmount()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await api.count(saving)).toBe(0)
  })

  it('when a save is sent again (DRAFT-2)', async () => {
    const { name } = await open()
    await typeIn(name, 'Ada')
    await vi.advanceTimersByTimeAsync(1000)
    const lost = await takeSave()
    signInAsEve()
    await lost.break()
    await expectText('Not saved yet. Kept in this tab while we try again.')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await api.count(saving)).toBe(1)
  })

  it('when the draft is started over (DRAFT-2)', async () => {
    const { name, getByRole } = await open()
    await typeIn(name, 'Ada')
    signInAsEve()
    await press(getByRole('button', { name: 'Start over' }))
    await press(getByRole('dialog').getByRole('button', { name: 'Start over' }))
    await expectText('Your draft may still be there.')
    expect(await api.count('DELETE /api/drafts/:kind')).toBe(0)
  })
})

describe('a creation', () => {
  /** Opens a saved draft, and sends its creation. Returns the saved version. */
  async function create(id: string | null = null) {
    uploadedId = id
    const { name, getByRole, unmount } = await open()
    await typeIn(name, 'Ada')
    await vi.advanceTimersByTimeAsync(1000)
    const { sent, answer } = await takeSave()
    await answer()
    await expectText('Draft saved')
    await press(getByRole('button', { name: 'Create' }))
    await eventually(() => expect(keptHere()).toBe('Ada'))
    return { name, getByRole, unmount, saved: sent.version }
  }

  it('leaves the draft in this tab if its answer is lost, and saves it again only after a change (DRAFT-9)', async () => {
    const { name, saved } = await create()
    lose()
    await vi.advanceTimersByTimeAsync(20_000)
    expect([await api.count(saving), keptHere()]).toEqual([1, 'Ada'])
    await typeIn(name, 'Ada King')
    await vi.advanceTimersByTimeAsync(1000)
    await api.holds(looking)
    const refused = await takeSave()
    expect(refused.sent.replaces).toBe(saved)
    // The creation had deleted it.
    await refused.refuse('draft_changed')
    await (await api.takes(looking)).answer({ draft: null })
    await vi.advanceTimersByTimeAsync(0)
    const { sent, answer } = await takeSave()
    expect([sent.values.fullName, sent.replaces]).toEqual(['Ada King', null])
    await answer()
    await expectText('Draft saved')
    expect(keptHere()).toBe('Ada King')
    expectNoText('This draft changed elsewhere')
  })

  it('keeps what was changed during it, if it is refused (DRAFT-9)', async () => {
    const { name } = await create()
    await type(name, 'Ada King')
    await eventually(() => expect(keptHere()).toBe('Ada King'))
    refuse()
    await vi.advanceTimersByTimeAsync(1000)
    const { sent, break: lose } = await takeSave()
    expect(sent.values.fullName).toBe('Ada King')
    await lose()
    await expectText('Not saved yet. Kept in this tab while we try again.')
    expect(keptHere()).toBe('Ada King')
  })

  it('that used its files can be started over (DRAFT-7)', async () => {
    const { getByRole } = await create(file)
    lose()
    await api.answers('DELETE /api/drafts/:kind', undefined)
    await api.refuses('DELETE /api/documents/:id', 'document_in_use')
    await press(getByRole('button', { name: 'Start over' }))
    await press(getByRole('dialog').getByRole('button', { name: 'Start over' }))
    await expectText('Started over')
    expect(keptHere()).toBeNull()
  })

  it('that is refused leaves the saved draft as it was (DRAFT-9)', async () => {
    await create()
    refuse()
    await eventually(() => expect(keptHere()).toBeNull())
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await api.count(saving)).toBe(1)
  })

  it('that fails after the wizard was left saves nothing, because another person may use the tab (DRAFT-2)', async () => {
    const { unmount } = await create()
    await unmount()
    lose()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await api.count(saving)).toBe(1)
  })

  it('isn’t overtaken by a save when the tab goes to the background (DRAFT-8)', async () => {
    const { name } = await create()
    await type(name, 'Ada King')
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(20_000)
    hidden.mockRestore()
    expect([await api.count(saving), keptHere()]).toEqual([1, 'Ada King'])
    // A reload now takes the deleted draft for used, not for changed elsewhere.
    expect(findDraft('age', ada.id, empty)?.unanswered).toEqual([null])
  })
})

it('a save that is answered after a logout doesn’t bring the entries back to this tab (DRAFT-9)', async () => {
  const { name } = await open()
  await typeIn(name, 'Ada')
  await vi.advanceTimersByTimeAsync(1000)
  const { refuse: refuseSave } = await takeSave()
  dropDrafts()
  await api.answers(looking, draftAs(elsewhere, 'Ada of the phone'))
  await refuseSave('draft_changed')
  await expectText('This draft changed elsewhere')
  expect(keptHere()).toBeNull()
})

describe('after a reload, a draft that the server has in another version', () => {
  const openWith = async (unanswered: (string | null)[]) => {
    keepDraft('age', ada.id, { ...contentWith('Ada'), version: 'before', unanswered })
    return open()
  }

  it('is saved again if the answer of its save was lost (DRAFT-5)', async () => {
    await api.answers(looking, draftAs(elsewhere, 'Ada'))
    await openWith([elsewhere])
    await expectOffered()
    await vi.advanceTimersByTimeAsync(1000)
    const { sent, answer } = await takeSave()
    expect([sent.values.fullName, sent.replaces]).toEqual(['Ada', elsewhere])
    await answer()
    await expectText('Draft saved')
  })

  it('stays in this tab if the answer of its creation was lost, which deleted it (DRAFT-9)', async () => {
    const { name } = await openWith([null])
    await eventually(() => expect((name.element() as HTMLInputElement).value).toBe('Ada'))
    await vi.advanceTimersByTimeAsync(20_000)
    expect([await api.count(saving), keptHere()]).toEqual([0, 'Ada'])
    await typeIn(name, 'Ada King')
    await vi.advanceTimersByTimeAsync(1000)
    const { sent, answer } = await takeSave()
    expect(sent.replaces).toBeNull()
    await answer()
    await expectText('Draft saved')
    expectNoText('This draft changed elsewhere')
  })

  it('was otherwise changed elsewhere (DRAFT-5)', async () => {
    await openWith(['another'])
    await expectText('This draft changed elsewhere')
  })
})

/** The server refuses this draft, because the phone saved first. */
async function openChangedElsewhere() {
  const screen = await open()
  await typeIn(screen.name, 'Ada')
  await vi.advanceTimersByTimeAsync(1000)
  await api.answers(looking, draftAs(elsewhere, 'Ada of the phone'))
  await (await takeSave()).refuse('draft_changed')
  await expectText('This draft changed elsewhere')
  return screen
}

describe('a draft other than the one in this tab', () => {
  it("isn't mistaken for another device’s when only the answer was lost (DRAFT-5)", async () => {
    const { name } = await open()
    await typeIn(name, 'Ada')
    await vi.advanceTimersByTimeAsync(1000)
    const lost = await takeSave()
    await lost.break()
    await api.holds(looking)
    await vi.advanceTimersByTimeAsync(10_000)
    await (await takeSave()).refuse('draft_changed')
    await (await api.takes(looking)).answer(draftAs(lost.sent.version, 'Ada'))
    await vi.advanceTimersByTimeAsync(0)
    const { sent, answer } = await takeSave()
    expect(sent.replaces).toBe(lost.sent.version)
    await answer()
    await expectText('Draft saved')
    expectNoText('This draft changed elsewhere')
  })

  it('is overwritten only on request (DRAFT-5)', async () => {
    const { name, getByRole } = await openChangedElsewhere()
    await type(name, 'Ada of the desk')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await api.count(saving)).toBe(1)
    await press(getByRole('button', { name: 'Keep this one' }))
    await expectText('Saving draft...')
    await vi.advanceTimersByTimeAsync(0)
    const { sent, answer } = await takeSave()
    expect([sent.values.fullName, sent.replaces]).toEqual(['Ada of the desk', elsewhere])
    await answer()
    await expectText('Draft saved')
  })

  it('is overwritten on request also if it was noticed on the return to this tab (DRAFT-5)', async () => {
    const { name, getByRole } = await open()
    await typeIn(name, 'Ada')
    await vi.advanceTimersByTimeAsync(1000)
    await (await takeSave()).answer()
    await expectText('Draft saved')
    await api.answers(looking, draftAs(elsewhere, 'Ada of the phone'))
    document.dispatchEvent(new Event('visibilitychange'))
    await expectText('This draft changed elsewhere')
    await press(getByRole('button', { name: 'Keep this one' }))
    await expectText('Saving draft...')
    await vi.advanceTimersByTimeAsync(0)
    const { sent, answer } = await takeSave()
    expect([sent.values.fullName, sent.replaces]).toEqual(['Ada', elsewhere])
    await answer()
    await expectText('Draft saved')
  })

  it('is loaded on request, and replaces the local one (DRAFT-5)', async () => {
    const { name, getByRole } = await openChangedElsewhere()
    await press(getByRole('button', { name: 'Use the other one' }))
    await expectText('Draft saved')
    expect((name.element() as HTMLInputElement).value).toBe('Ada of the phone')
    expect([await api.count(saving), keptHere()]).toEqual([1, null])
  })

  it.each(['Use the other one', 'Keep this one'])(
    'changes nothing if a creation begins before it is known: %s (DRAFT-9)',
    async (choice) => {
      const { name, getByRole } = await openChangedElsewhere()
      await api.holds(looking)
      await press(getByRole('button', { name: choice }))
      const asked = await api.takes(looking)
      await press(getByRole('button', { name: 'Create' }))
      const unanswered = () => findDraft('age', ada.id, empty)?.unanswered
      await eventually(() => expect(unanswered()).toContain(null))
      await asked.answer(draftAs(elsewhere, 'Ada of the phone'))
      await vi.advanceTimersByTimeAsync(0)
      expect([(name.element() as HTMLInputElement).value, keptHere()]).toEqual(['Ada', 'Ada'])
      expect(unanswered()).toContain(null)
    },
  )

  it('drops nothing that was typed since, if it is fetched after the wizard was left (DRAFT-9)', async () => {
    const { getByRole, unmount } = await openChangedElsewhere()
    await api.holds(looking)
    await press(getByRole('button', { name: 'Use the other one' }))
    const asked = await api.takes(looking)
    await unmount()
    keepDraft('age', ada.id, { ...contentWith('Ada King'), version: null, unanswered: [] })
    await asked.answer(draftAs(elsewhere, 'Ada of the phone'))
    expect(keptHere()).toBe('Ada King')
  })

  it.each(['Use the other one', 'Keep this one'])(
    'is still there to choose if the server can’t be reached at “%s”, and nothing is lost (DRAFT-5)',
    async (choice) => {
      const { name, getByRole } = await openChangedElsewhere()
      await api.breaks(looking)
      await press(getByRole('button', { name: choice }))
      await expectText('We couldn’t reach the server. Please check your connection and try again.')
      await expectText('This draft changed elsewhere')
      expect([(name.element() as HTMLInputElement).value, keptHere()]).toEqual(['Ada', 'Ada'])
      await api.answers(looking, draftAs(elsewhere, 'Ada of the phone'))
      await press(getByRole('button', { name: 'Use the other one' }))
      await expectText('Draft saved')
      expect((name.element() as HTMLInputElement).value).toBe('Ada of the phone')
    },
  )
})
