import { Suspense, useEffect } from 'react'
import { endSecondStep, useSecondStepAsked } from '../api/second-step.ts'
import { lazyPart } from '../shared/ui/lazy-part.tsx'

const SecondStepDialog = lazyPart(() => import('./second-step-dialog.tsx'))

/** Asks for the code of the authenticator app when a request of the signed-in person needs one (TWOSTEP-10). */
export default function SecondStep() {
  // The dialog ends with the session, and the requests waiting for the code then continue signed out.
  useEffect(() => endSecondStep, [])
  return useSecondStepAsked() ? (
    <Suspense fallback={null}>
      <SecondStepDialog onDone={endSecondStep} />
    </Suspense>
  ) : null
}
