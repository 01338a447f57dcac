import RecordAccessPage from '../features/records/access/record-access-page.tsx'
import { gatePass } from '../shared/link/gate-pass.ts'
import { renderScreen } from './render-screen.tsx'
import { sampleRecordView } from './samples.ts'

/** A record that the third party has just submitted in this tab, and the pass that submitted it (RECORD-74). */
export const view = sampleRecordView()
export const token = 's'.repeat(43)
export const accessEndsAt = new Date(Date.now() + 30 * 60_000).toISOString()

export function submitHere() {
  gatePass.keep(view.form.id, { token, expiresAt: accessEndsAt, email: 'sam@example.com' })
}

export const renderRecord = () =>
  renderScreen(<RecordAccessPage />, `/records/${view.form.id}`, '/records/:recordId')
