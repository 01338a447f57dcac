import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import words from '../../../words/en/record.ts'
import { api, flushAnswers } from '../../testing/api.ts'
import { letMotionGoOn, stopMotion } from '../../testing/motion.ts'
import { expectText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { sampleRecordView } from '../../testing/samples.ts'
import { RecordFiles, WithdrawConsent } from './record-files.tsx'

const view = sampleRecordView()
const access = { id: 'id', findToken: async () => null }

it("reserves the space of the PDF button before the seal, so that the button beside it doesn't shift (RECORD-55)", async () => {
  const screen = await renderScreen(<RecordFiles access={access} view={{ ...view, record: null }} />)
  await expect.element(screen.getByRole('button', { name: 'Download PDF' })).toBeDisabled()
})

async function askToWithdraw(onOutdated = () => {}) {
  const screen = await renderScreen(
    <WithdrawConsent
      access={access}
      isOtherMailed
      view={{ party: 'third_party', holds: [] }}
      onWithdrawn={() => {}}
      onOutdated={onOutdated}
    />,
  )
  await screen.getByRole('button', { name: words.withdraw }).click()
  return screen.getByRole('dialog')
}

it('says that a withdrawal may have arrived if its answer was lost, also at the next press (RECORD-12)', async () => {
  const onOutdated = vi.fn()
  const dialog = await askToWithdraw(onOutdated)
  const confirm = dialog.getByRole('button', { name: words.withdrawConfirm })
  await api.breaks('POST /api/records/:id/withdrawal')
  await confirm.click()
  await expectText('We don’t know if your withdrawal arrived')
  expect(onOutdated).not.toHaveBeenCalled()
  await api.refuses('POST /api/records/:id/withdrawal', 'record_not_found')
  await confirm.click()
  await expectText('Consent may be withdrawn already')
  expect(onOutdated).toHaveBeenCalledOnce()
  expect(document.body.innerText).not.toContain('Nothing was withdrawn')
})

it('ignores the second of two quick taps on Withdraw (PAGE-45)', async () => {
  await stopMotion()
  try {
    const dialog = await askToWithdraw()
    await dialog.getByRole('button', { name: words.withdrawConfirm }).click({ force: true })
    await flushAnswers()
    expect(await api.count('POST /api/records/:id/withdrawal')).toBe(0)
    await expect.element(dialog).toBeVisible()
  } finally {
    await letMotionGoOn()
  }
})

it("doesn't cut off its button labels at twice the text size (PAGE-13)", async () => {
  await page.viewport(360, 800)
  document.documentElement.style.fontSize = '200%'
  try {
    const screen = await renderScreen(
      <div style={{ padding: 'var(--mantine-spacing-md)' }}>
        <RecordFiles access={access} view={view} />
      </div>,
    )
    await expect.element(screen.getByRole('button', { name: 'Download PDF' })).toBeVisible()
    const labels = [...document.querySelectorAll<HTMLElement>('.mantine-Button-label')]
    const cut = labels.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    expect(cut.map(({ innerText }) => innerText)).toEqual([])
  } finally {
    document.documentElement.style.removeProperty('font-size')
  }
})
