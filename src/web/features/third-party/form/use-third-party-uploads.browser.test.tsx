import { useState } from 'react'
import { it } from 'vitest'
import { api } from '../../../testing/api.ts'
import { expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { sampleDocument, sampleThirdPartyView } from '../../../testing/samples.ts'
import { useTakeUp, useThirdPartyUploads } from './use-third-party-uploads.ts'

const uploads = { selfie: { ...sampleDocument('selfie'), url: 'data:image/png;base64,' }, id: null }
const first = sampleThirdPartyView({ uploads })
const access = { id: first.id, type: first.type, gateToken: 't' }
const events = { onPassEnded: () => {}, onLinkChanged: () => {} }

function Uploads() {
  const [form, setForm] = useState(first)
  const [times, setTimes] = useState(0)
  const { selfie, startLook } = useThirdPartyUploads(form, access, events)
  const onTaken = (taken: typeof form) => {
    setForm(taken)
    setTimes((before) => before + 1)
  }
  const { take } = useTakeUp(access, startLook, { onTaken, ...events })
  return (
    <>
      <p>{`${selfie.state.phase}, asked ${times}`}</p>
      <button type="button" onClick={selfie.clear}>
        Remove
      </button>
      <button type="button" onClick={() => void take()}>
        Ask
      </button>
    </>
  )
}

it('leaves a removed file removed, though a form that was asked for before still has it (UPLOAD-28)', async () => {
  const asking = 'GET /api/public/verifications/:id/form'
  await api.holds(asking)
  await api.answers('DELETE /api/public/verifications/:id/documents/:documentId', undefined)
  const screen = await renderScreen(<Uploads />)
  await expectText('stored, asked 0')
  await screen.getByRole('button', { name: 'Ask' }).click()
  const asked = await api.takes(asking)
  await screen.getByRole('button', { name: 'Remove' }).click()
  await expectText('empty, asked 0')
  await asked.answer(first)
  await expectText('asked 1')
  await expectText('empty, asked 1')
})
