import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Problem } from '../../../../contract/problem.ts'
import type { GateAnswer } from '../../../../contract/third-party.ts'
import { productName } from '../../../../domain/product.ts'
import {
  codeLifeMs,
  toReference,
  usualCodeTries,
  type VerificationKind,
} from '../../../../domain/verification/verification.ts'
import words from '../../../../words/en/gate.ts'
import { request } from '../../../api/request.ts'
import { readSite } from '../../../api/site.ts'
import { tabValue } from '../../../shared/forms/tab-storage.ts'
import { type KeptPass, keptSetSecret } from '../../../shared/link/gate-pass.ts'
import { ProtectionToggle } from '../../../shared/link/link-frame.tsx'
import { PageHeading } from '../../../shared/ui/page-frame.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import { WithAddresses } from '../../../shared/ui/with-addresses.tsx'
import classes from '../plain.module.css'
import { BlockAndReport, GateButton, PlainField, useGateAttempt } from '../plain-parts.tsx'

type GatePageProps = {
  type: VerificationKind
  /** Null while the link is loading: everything but the question is already shown. */
  gate: {
    formId: string
    /** The earlier pass has expired: the page states so, and that their work is kept. */
    hasEnded: boolean
    onProven(): void
    onPassed(pass: KeptPass): void
    onLinkChanged(): void
  } | null
}

/** The first page of a link: its purpose, one question, and the exits. It has no personal data. */
export function GatePage({ type, gate }: GatePageProps) {
  const code = useAwaitedCode(gate?.formId ?? null)
  return (
    <>
      {code.awaited ? (
        <PageHeading key="code">{words.codeHeading}</PageHeading>
      ) : (
        <>
          <RequestDrawing />
          <PageHeading eyebrow={words.titles[type]} lead={words.lead}>
            {words.heading[type]}
          </PageHeading>
        </>
      )}
      {gate?.hasEnded && !code.awaited ? (
        <div className={classes['note']} role="status">
          <p>{words.passEnded}</p>
          <p>{words.passEndedText}</p>
        </div>
      ) : null}
      <section className={classes['gate']}>
        {gate ? (
          <GateForm {...gate} code={code} />
        ) : (
          <p className={classes['loading']} role="status">
            {words.loading}
          </p>
        )}
        <UnknownSender formId={gate?.formId ?? null} />
      </section>
    </>
  )
}

/** The footer of the gate and of every ending: what this is, and how to select its text. */
export function GateFooter({ formId, isAnswered = false }: { formId: string | null; isAnswered?: boolean }) {
  return (
    <nav className={classes['others']} aria-label={productName}>
      <Link to="/about">{words.about}</Link>
      <Link to="/privacy">{words.privacy}</Link>
      {formId ? <span>{words.reference({ reference: toReference(formId) })}</span> : null}
      {/* After an answer, the page says itself what is held. */}
      {isAnswered ? null : <Link to="/my-data">{words.held}</Link>}
      <ProtectionToggle />
    </nav>
  )
}

function RequestDrawing() {
  return (
    <svg className={classes['drawing']} viewBox="0 0 132 44" width="90" height="30" aria-hidden="true">
      <circle cx="18" cy="14" r="9" />
      <path d="M3 42c1-11 7-14 15-14s14 3 15 14" />
      <circle cx="114" cy="14" r="9" />
      <path d="M99 42c1-11 7-14 15-14s14 3 15 14" />
      <path d="M44 6h44v24H66l-9 8v-8H44z" />
      <path className={classes['asked']} d="M52 14h28M52 21h18" />
    </svg>
  )
}

/** Tells a person who did not expect the link that they needn't answer. */
function UnknownSender({ formId }: { formId: string | null }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classes['second']}
        aria-expanded={isOpen}
        // The loaded question may be taller than its placeholder.
        disabled={formId === null}
        onClick={() => setIsOpen(!isOpen)}
      >
        {words.unknown}
      </button>
      {isOpen ? <p role="status">{words.unknownText({ linkLifeDays: readSite().linkLifeDays })}</p> : null}
      {isOpen && formId ? <BlockAndReport formId={formId} /> : null}
    </>
  )
}

/** How long 'Email verified' is shown before the form (GATE-7). */
const emailVerifiedDelayMs = 1000

type GateFormProps = {
  formId: string
  code: CodeInTab
  /** Called as soon as the address is proven, to prefetch the next page. */
  onProven?(): void
  /** Called after 'Email verified' has been shown for a second. */
  onPassed(pass: KeptPass): void
  /** The link was closed, or turned out to be the visitor's own, since the page was opened. */
  onLinkChanged(): void
}

/** Proves the visitor's email: by typing it and, if the server requires it, with a mailed code. */
export function GateForm({ formId, code, onProven, onPassed, onLinkChanged }: GateFormProps) {
  const { awaited } = code
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
      const now = Date.now()
      const expiresAt = new Date(now + codeLifeMs).toISOString()
      const isSameCode =
        awaited?.email === address && awaited.tries < usualCodeTries && Date.parse(awaited.expiresAt) > now
      code.keep({ email: address, expiresAt, tries: isSameCode ? awaited.tries : 0 })
      return
    }
    awaitedCode.drop(formId)
    showToast({ kind: 'success', title: words.emailVerified, isOnPage: true })
    const { token, expiresAt, setSecret } = answer
    if (setSecret) keptSetSecret.keep(formId, setSecret)
    setPass({ token, expiresAt, email: address })
    onProven?.()
  }

  const step = { formId, isProven: pass !== null, onAnswer: take, onLinkChanged }
  return awaited ? (
    <CodeStep
      {...step}
      email={awaited.email}
      tries={awaited.tries}
      onTried={(tries) => code.keep({ ...awaited, tries })}
      onOtherAddress={() => code.drop()}
    />
  ) : (
    <EmailStep {...step} email={email} onEmail={setEmail} />
  )
}

type EmailStepProps = {
  formId: string
  email: string
  isProven: boolean
  onEmail(email: string): void
  onAnswer(answer: GateAnswer): void
  onLinkChanged(): void
}

/** Asks for the address; the server compares it (GATE-4). */
function EmailStep({ formId, email, isProven, onEmail, onAnswer, onLinkChanged }: EmailStepProps) {
  const { field, error, isBusy, refuse, attempt } = useGateAttempt(onLinkChanged)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isProven) return
    if (email.trim() === '') return refuse(words.emailRequired, words.emailRequiredText)
    const visit = { params: { id: formId }, json: { email, setSecret: keptSetSecret.find(formId) } }
    void attempt(async () => onAnswer(await request('POST /api/public/verifications/:id/gate', visit)))
  }

  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <PlainField
        ref={field}
        label={words.email}
        hint={words.emailHint}
        error={error}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        // With a value it's shown after 'another address'.
        autoFocus={email !== ''}
        value={email}
        onChange={onEmail}
      />
      <GateButton label={words.continue} isBusy={isBusy} isProven={isProven} />
    </form>
  )
}

type CodeStepProps = {
  formId: string
  email: string
  /** How often this page has tried the mailed code. */
  tries: number
  onTried(tries: number): void
  isProven: boolean
  onAnswer(answer: GateAnswer): void
  onOtherAddress(): void
  onLinkChanged(): void
}

/** Asks for the code that was mailed to the address. */
function CodeStep(props: CodeStepProps) {
  const { formId, email, tries, onTried, isProven, onAnswer, onOtherAddress, onLinkChanged } = props
  const [code, setCode] = useState('')
  const explain = (problem: Problem) => {
    if (problem.code !== 'code_wrong') return null
    onTried(tries + 1)
    if (tries + 1 < usualCodeTries) return null
    return {
      title: problem.title,
      description: tries + 1 === usualCodeTries ? words.lastTry : words.noTryLeft,
    }
  }
  const { field, error, isBusy, refuse, attempt } = useGateAttempt(onLinkChanged, explain)

  useEffect(() => field.current?.focus(), [field])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isProven) return
    if (code.replace(/\s/g, '').length !== 6) return refuse(words.codeRequired, words.codeRequiredText)
    const entry = { params: { id: formId }, json: { email, code } }
    void attempt(async () => onAnswer(await request('POST /api/public/verifications/:id/gate/code', entry)))
  }

  const askAgain = () =>
    attempt(async () => {
      const visit = { params: { id: formId }, json: { email, setSecret: keptSetSecret.find(formId) } }
      const answer = await request('POST /api/public/verifications/:id/gate', visit)
      onAnswer(answer)
      if (!('codeSent' in answer)) return
      setCode('')
      field.current?.focus()
      showToast({ kind: 'success', title: words.newCodeSent, description: words.newCodeSentText })
    })

  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <PlainField
        ref={field}
        label={words.code}
        hint={<WithAddresses>{words.codeHint({ email })}</WithAddresses>}
        error={error}
        type="text"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        value={code}
        onChange={setCode}
      />
      <GateButton label={words.confirm} isBusy={isBusy} isProven={isProven} />
      {isProven ? null : (
        <div className={classes['others']}>
          <button type="button" className={classes['quiet']} onClick={askAgain}>
            {tries < usualCodeTries ? words.codeAgain : words.newCode}
          </button>
          <button type="button" className={classes['quiet']} onClick={onOtherAddress}>
            {words.otherAddress}
          </button>
        </div>
      )}
    </form>
  )
}

/** A code was mailed to this address, and expires at `expiresAt` by this device's clock. */
type AwaitedCode = { email: string; expiresAt: string; tries: number }

/** Stored in this tab: a phone may reload the page after the mail app was open. */
const awaitedCode = tabValue('gate-code', parseAwaitedCode)

type CodeInTab = {
  awaited: AwaitedCode | null
  keep(code: AwaitedCode): void
  /** Forgets the code, and asks for the address again. */
  drop(): void
}

/** The code that a visitor of a link is asked for, also after a reload. */
export function useAwaitedCode(formId: string | null): CodeInTab {
  const found = useMemo(() => (formId ? awaitedCode.find(formId) : null), [formId])
  const [changed, setChanged] = useState<AwaitedCode | null>()
  return {
    awaited: changed === undefined ? found : changed,
    keep(code) {
      if (formId) awaitedCode.keep(formId, code)
      setChanged(code)
    },
    drop() {
      if (formId) awaitedCode.drop(formId)
      setChanged(null)
    },
  }
}

/** Parses a stored value as an unexpired code; `null` for anything else. */
export function parseAwaitedCode(stored: unknown, now: Date): AwaitedCode | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { email, expiresAt, tries } = stored as Record<string, unknown>
  if (typeof email !== 'string' || typeof expiresAt !== 'string') return null
  return new Date(expiresAt) > now ? { email, expiresAt, tries: typeof tries === 'number' ? tries : 0 } : null
}
