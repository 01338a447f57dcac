import { useEffect, useEffectEvent } from 'react'
import type { WizardForm } from './wizard-form.ts'
import type { WizardDocuments } from './wizard-values.ts'

/** Whatever the person changes is no longer complained about. */
export function useMended(form: WizardForm, { selfie, id }: WizardDocuments, onMended: () => void): void {
  const { values } = form
  const mend = useEffectEvent(onMended)
  const clear = useEffectEvent(form.clearFieldError)
  useEffect(() => {
    if (values) mend()
  }, [values])
  useEffect(() => {
    if (selfie) clear('selfieDocumentId')
    if (id) clear('idDocumentId')
    if (selfie || id) mend()
  }, [selfie, id])
}
