import { useEffect, useState } from 'react'
import type { GateAnswer } from '../../../../contract/third-party.ts'
import words from '../../../../words/en/gate.ts'
import { showToast } from '../../../shared/ui/toast.ts'
import { dropAwaitedCode, findAwaitedCode, keepAwaitedCode } from './awaited-code.ts'
import { CodeStep } from './code-step.tsx'
import { EmailStep } from './email-step.tsx'
import type { KeptPass } from './gate-pass.ts'

/** How long 'Email verified' stands before the form comes (GATE-7). */
const emailVerifiedDelayMs = 1000

type GateFormProps = {
  formId: string
  /** Called as soon as the address is proven, to fetch ahead what comes next. */
  onProven?(): void
  /** Called once 'Email verified' has stood for a second. */
  onPassed(pass: KeptPass): void
  /** The link was closed, or is the visitor's own, since the page was opened. */
  onLinkChanged(): void
}

/** Proves the visitor's email: by typing it and, where the server asks for more, with a code that is mailed to it. */
export function GateForm({ formId, onProven, onPassed, onLinkChanged }: GateFormProps) {
  const [awaited, setAwaited] = useState(() => findAwaitedCode(formId, new Date()))
  const [email, setEmail] = useState(awaited?.email ?? '')
  const [pass, setPass] = useState<KeptPass | null>(null)

  useEffect(() => {
    if (!pass) return
    const timer = setTimeout(() => onPassed(pass), emailVerifiedDelayMs)
    return () => clearTimeout(timer)
  }, [pass, onPassed])

  const take = (answer: GateAnswer) => {
    const address = email.trim()
    if ('codeSent' in answer) {
      const code = { email: address, expiresAt: answer.expiresAt }
      keepAwaitedCode(formId, code)
      setAwaited(code)
      return
    }
    dropAwaitedCode(formId)
    showToast({ kind: 'success', title: words.emailVerified })
    setPass({ ...answer, email: address })
    onProven?.()
  }

  const startAnew = () => {
    dropAwaitedCode(formId)
    setAwaited(null)
  }

  const step = { formId, isProven: pass !== null, onAnswer: take, onLinkChanged }
  return awaited ? (
    <CodeStep {...step} email={awaited.email} onOtherAddress={startAnew} />
  ) : (
    <EmailStep {...step} email={email} onEmail={setEmail} />
  )
}
