import { useEffect, useRef } from 'react'
import type { WizardForm } from './wizard-form.ts'
import type { WizardDocuments } from './wizard-values.ts'

/** Whatever the person changes is no longer complained about. */
export function useMended({
  form,
  documents: { selfie, id },
  onMended,
}: {
  form: WizardForm
  documents: WizardDocuments
  onMended(): void
}) {
  const { values } = form
  const latest = useRef({ form, onMended })
  useEffect(() => {
    latest.current = { form, onMended }
  })
  useEffect(() => {
    if (values) latest.current.onMended()
  }, [values])
  useEffect(() => {
    if (selfie) latest.current.form.clearFieldError('selfieDocumentId')
    if (id) latest.current.form.clearFieldError('idDocumentId')
    if (selfie || id) latest.current.onMended()
  }, [selfie, id])
}
