import { Button, Modal } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import words from '../../../../words/en/legal-hold.ts'
import { LoadingCard } from '../../../shared/ui/loading-card.tsx'
import type { HoldActProps } from './hold-act-props.ts'

const SetHoldForm = lazy(() => import('./set-hold-form.tsx'))

/** The way to a legal hold of one's own. What was typed is still there when the dialog is closed and opened again. */
export function SetHold(props: HoldActProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [reason, setReason] = useState('')
  const close = () => setIsOpen(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {words.open}
      </Button>
      <Modal opened={isOpen} onClose={close} title={words.dialog}>
        <Suspense fallback={<LoadingCard words={words.dialog} />}>
          <SetHoldForm {...props} reason={reason} onReason={setReason} onClose={close} />
        </Suspense>
      </Modal>
    </>
  )
}
