import '../../../theme/components.css'
import { Button } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import words from '../../../../words/en/gate.ts'
import { findProblem, request } from '../../../api/request.ts'
import { holdPage } from '../../../api/session-state.ts'
import { FullConsentText } from '../../../shared/consent-document/document-parts.tsx'
import { gatePass, type KeptPass, keptSetSecret } from '../../../shared/link/gate-pass.ts'
import { ErrorCard } from '../../../shared/ui/error-card.tsx'
import { PageSpinner } from '../../../shared/ui/page-frame.tsx'
import { type LinkFault, toLinkFault } from '../gate/link-fault.ts'
import { Completed, type CompletedForm, NotCompleted } from './ending.tsx'
import { type No, SaidNo } from './saying-no.tsx'
import { SigningForm } from './signing-form.tsx'
import { keptAnswers, keptStep } from './third-party-answers.ts'

type ThirdPartyFormProps = {
  formId: string
  pass: KeptPass
  /** A new pass, after the old one expired during the work. */
  onPass(pass: KeptPass): void
  /** The stored pass is no longer valid, and no work had begun. */
  onPassLost(): void
  onLinkChanged(): void
  /** Called with whether the page shows an ending. */
  onAnswered(isAnswered: boolean): void
}

type FormState =
  | { phase: 'loading' }
  | { phase: 'failed'; fault: LinkFault }
  | { phase: 'open'; form: ThirdPartyView }
  | { phase: 'completed'; form: CompletedForm }
  | { phase: 'said_no'; form: ThirdPartyView; no: No }
  | { phase: 'under_age'; form: ThirdPartyView }

/** Everything behind the gate: the open form, and the pages after its end. */
export default function ThirdPartyForm(props: ThirdPartyFormProps) {
  const { formId, pass, onPass, onPassLost, onLinkChanged, onAnswered } = props
  const [state, setState] = useState<FormState>({ phase: 'loading' })
  const [token] = useState(pass.token)
  const [answersAfterAll, setAnswersAfterAll] = useState(false)

  const load = useCallback(
    async (signal: AbortSignal) => {
      setState({ phase: 'loading' })
      try {
        const form = await request('GET /api/public/verifications/:id/form', {
          params: { id: formId },
          token,
          signal,
        })
        if (!signal.aborted) setState({ phase: 'open', form })
      } catch (error) {
        if (signal.aborted) return
        const code = findProblem(error)?.code
        if (code === 'gate_token_invalid') onPassLost()
        else if (code === 'link_closed') onLinkChanged()
        else setState({ phase: 'failed', fault: toLinkFault(error, words.formNotFound) })
      }
    },
    [formId, token, onPassLost, onLinkChanged],
  )

  useEffect(() => {
    const controller = new AbortController()
    void load(controller.signal)
    return () => controller.abort()
  }, [load])

  const isPrivateNo = state.phase === 'open' && state.form.saidNoAt !== null && !answersAfterAll
  const isAnswered = isPrivateNo || ['completed', 'said_no', 'under_age'].includes(state.phase)
  useEffect(() => onAnswered(isAnswered), [isAnswered, onAnswered])

  // A sign-in in another tab must not replace this page while it is used.
  useEffect(() => holdPage(), [])

  // A form that arrives after the end must not replace the page about it.
  const onTaken = useCallback(
    (form: ThirdPartyView) => setState((was) => (was.phase === 'open' ? { phase: 'open', form } : was)),
    [],
  )

  const forget = () => {
    keptAnswers.drop(formId)
    keptStep.drop(formId)
    keptSetSecret.drop(formId)
  }
  const forgetAll = () => {
    forget()
    gatePass.drop(formId)
  }

  switch (state.phase) {
    case 'loading':
      return <PageSpinner words={words.loading} />
    case 'failed':
      return (
        <ErrorCard
          order={1}
          title={words.failed}
          action={
            <>
              {state.fault.canRetry ? (
                <Button onClick={() => void load(new AbortController().signal)}>{words.tryAgain}</Button>
              ) : null}
              <Button component={Link} to="/" variant="default">
                {words.returnHome}
              </Button>
            </>
          }
        >
          {state.fault.message}
        </ErrorCard>
      )
    case 'open':
      if (!state.form.consentText) return <FullConsentText text={null} />
      if (isPrivateNo)
        return <SaidNo form={state.form} no="private" onAnswer={() => setAnswersAfterAll(true)} />
      return (
        <SigningForm
          form={state.form}
          pass={pass}
          onPass={onPass}
          onLinkChanged={onLinkChanged}
          onTaken={onTaken}
          onCompleted={(form) => {
            forget()
            onPass({ ...pass, hasSubmitted: true })
            setState({ phase: 'completed', form })
          }}
          onSaidNo={(no) => {
            forgetAll()
            setState({ phase: 'said_no', form: state.form, no })
          }}
          onUnderAge={() => {
            forgetAll()
            setState({ phase: 'under_age', form: state.form })
          }}
        />
      )
    case 'completed':
      return <Completed form={state.form} pass={pass} />
    case 'said_no':
      return <SaidNo form={state.form} no={state.no} />
    case 'under_age':
      return <NotCompleted name={state.form.fullName} />
  }
}
