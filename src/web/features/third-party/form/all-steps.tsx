import { Paper, Stack, Title } from '@mantine/core'
import { type ReactNode, type RefObject, useId } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { type AsksFor, doesTakeProof } from '../../../../domain/evidence/evidence.ts'
import { defaultValidity } from '../../../../domain/verification/validity.ts'
import words from '../../../../words/en/form.ts'
import keptWords from '../../../../words/en/kept-proof.ts'
import validityWords from '../../../../words/en/validity.ts'
import { askedProofWords, askedWords } from '../../../../words/evidence.ts'
import { readSite } from '../../../api/site.ts'
import { WarningBox } from '../../../shared/consent-document/document-parts.tsx'
import { Facts } from '../../../shared/consent-document/facts.tsx'
import { HowKnown } from '../../../shared/consent-document/how-known.tsx'
import { SameFileNote } from '../../../shared/forms/odd-note.tsx'
import { describeSource, KnownInUse, OfferKnown } from '../../../shared/kept-proof/known-already.tsx'
import { isOtherLanguage, nameLanguage } from '../../../shared/mark-language.ts'
import type { IdReading } from '../../../shared/reading/use-id-reading.ts'
import { describeDay } from '../../../shared/time/moment.tsx'
import { Disclosure } from '../../../shared/ui/disclosure.tsx'
import { SelfieField } from '../../../shared/upload/upload-fields.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import { AgeStep, type WalletEvents } from './age-step.tsx'
import formStepClasses from './form-step.module.css'
import { type Answering, SignStep, Statement } from './sign-step.tsx'
import classes from './signing-form.module.css'
import { TextStep } from './text-step.tsx'
import {
  asksForId,
  type FormStepName,
  placeOf,
  type ThirdPartyAnswers,
  usesKept,
} from './third-party-answers.ts'
import type { OwnAccount } from './use-own-account.ts'

type AllStepsProps = {
  form: ThirdPartyView
  step: FormStepName
  heading: RefObject<HTMLHeadingElement | null>
  answers: ThirdPartyAnswers
  /** Whether the first step waits for their statement that they are 18 or over. */
  isHeld: boolean
  onAnswer(change: Partial<ThirdPartyAnswers>): void
  /** Opens the whole text, at one of its parts. */
  onRead(): void
  selfie: Upload
  id: Upload
  reading: IdReading
  onReload(): void
  wallet: WalletEvents
  own: OwnAccount
  /** They use their account's kept reading, and continue. */
  onUse(keptProofId: string): void
}

/** All steps of the form; only one is visible. */
export function AllSteps(props: AllStepsProps) {
  const { form, step, heading, answers, onAnswer, onRead, selfie, id, reading, onReload, wallet } = props
  const known = <Known {...props} />
  const isShown = (one: FormStepName) => (one === step ? heading : null)
  return (
    <>
      <FormStep title={words.askedOf[form.type]({ name: form.fullName })} heading={isShown('asked')}>
        <AskedStep form={form} answers={answers} isHeld={props.isHeld} onAnswer={onAnswer} />
        {known}
      </FormStep>
      <FormStep title={words.titles.text} heading={isShown('text')}>
        <TextStep onRead={onRead} />
      </FormStep>
      {form.asksFor.face ? (
        <FormStep title={words.photoTitle} heading={isShown('photo')} isRequired>
          <Paper className={classes['paper']}>
            <SelfieField
              upload={selfie}
              label={words.takePhoto}
              isTask
              hint={words.photoHint}
              name={words.yourPhoto}
              path={placeOf.missing_selfie.path}
              error={null}
              onReload={onReload}
            />
          </Paper>
        </FormStep>
      ) : null}
      <FormStep title={asksForId(form) ? words.idTitle : words.ageTitle} heading={isShown('age')} isRequired>
        <Paper className={classes['paper']}>
          <Stack gap="md">
            <AgeStep
              form={form}
              id={id}
              reading={reading}
              onReload={onReload}
              wallet={wallet}
              mayKeep={props.own.mayKeep}
            />
            <SameFileNote selfie={selfie} id={id} />
          </Stack>
        </Paper>
      </FormStep>
      <FormStep title={words.titles.sign} heading={isShown('sign')}>
        {usesKept(answers) ? known : null}
        <SignStep form={form} answers={answers} onAnswer={onAnswer} />
      </FormStep>
    </>
  )
}

type FormStepProps = {
  title: string
  /** Passed to the visible step; the others stay mounted. */
  heading: RefObject<HTMLHeadingElement | null> | null
  isRequired?: boolean
  children: ReactNode
}

/**
 * One step of the form. Work in progress in it, an upload or a request to a wallet, continues while another step is
 * shown.
 */
function FormStep({ title, heading, isRequired = false, children }: FormStepProps) {
  const id = useId()
  return (
    <section hidden={heading === null} aria-labelledby={id} className={formStepClasses['step']}>
      <Title
        order={2}
        id={id}
        ref={heading}
        tabIndex={-1}
        className={formStepClasses['title']}
        data-required={isRequired || undefined}
      >
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
    </section>
  )
}

/** The creator's request, how their own statements are known, and the use of the data. */
function AskedStep({
  form,
  isHeld,
  ...answering
}: Answering & Pick<AllStepsProps, 'isHeld'> & { form: ThirdPartyView }) {
  return (
    <>
      <WarningBox text={form.consentText} />
      <div className={classes['rows']}>
        <Facts
          facts={[
            { name: words.who, value: describeCreator(form) },
            { name: words.give, value: describeGiven(form) },
            { name: words.gets, value: describeReceived(form) },
            ...(form.validity === defaultValidity
              ? []
              : [{ name: validityWords.validFor, value: validityWords.afterYou[form.validity] }]),
            { name: words.until, value: describeEnd(form) },
          ]}
        />
        <Disclosure title={words.shown({ name: form.fullName })}>
          <HowKnown facts={form.howKnown} order={3} brief />
        </Disclosure>
      </div>
      <Statement
        fault="age_statement_required"
        text={form.consentText}
        statement="adult"
        answer="statesAdult"
        error={isHeld ? words.adultsOnly : undefined}
        {...answering}
      />
      <Statement
        fault="identity_consent_required"
        text={form.consentText}
        statement="identity"
        answer="identityConsent"
        {...answering}
      />
    </>
  )
}

/** Their account's kept reading, offered instead of a photo and an ID where the creator allowed it (ONCE-10). */
function Known({ own: { kept, canUse }, answers, onAnswer, onUse }: AllStepsProps) {
  if (usesKept(answers)) {
    const isUsable = kept === null || canUse(kept)
    return <KnownInUse kept={kept} isUsable={isUsable} onNotUse={() => onAnswer({ keptProofId: '' })} />
  }
  if (!kept || !canUse(kept)) return null
  return <OfferKnown kept={kept} note={keptWords.offerToAnswer} onUse={() => onUse(kept.id)} />
}

/** Both people, as typed by the creator (FORM-2); for age verifications, also the displayed and claimed ages. */
function describeCreator(form: ThirdPartyView): string {
  const { dateOfBirth, thirdPartyName, thirdPartySocialMediaName, platformName, type } = form
  const { thirdPartyPlatformAge: shown, thirdPartyClaimedAge } = form
  return [
    words.creator({
      bornOn: describeDay(dateOfBirth),
      name: thirdPartyName,
      socialMediaName: thirdPartySocialMediaName,
      platform: platformName,
    }),
    ...(type === 'age' && shown ? [describeAges(shown, thirdPartyClaimedAge)] : []),
    ...describeKept(form),
    ...describeLanguage(form),
  ].join(' ')
}

/** In which language the creator made the request, where it isn't that of the page (FORM-31). */
function describeLanguage({ fullName, creatorLanguage }: ThirdPartyView): string[] {
  if (!isOtherLanguage(creatorLanguage)) return []
  return [words.wroteIn({ name: fullName, language: nameLanguage(creatorLanguage) })]
}

/** States that the creator used a kept reading, and since when (ONCE-10). */
function describeKept({ fullName, howKnown }: ThirdPartyView): string[] {
  return howKnown.sources.creator.flatMap((source) =>
    source.step === 'document' && source.kept
      ? [keptWords.creatorGives({ name: fullName, ...describeSource(source) })]
      : [],
  )
}

const describeAges = (shown: string, claimed: string | null) =>
  claimed ? words.agesShownAndClaimed({ shown, claimed }) : words.ageShown({ shown })

/** The creator's request, shown before anything is given (EVIDENCE-9). */
function describeGiven({ asksFor }: ThirdPartyView): string {
  const pictures = findPicturesAsked(asksFor) ?? 'nothing'
  const by = asksFor.voucherInsteadOfId ? (asksFor.walletInsteadOfId ? 'both' : 'voucher') : null
  const ofProvers: Partial<Record<typeof pictures, string>> = by ? words.givesProof[by] : {}
  // Their statement is asked for below, with a checkbox.
  return [
    ...(asksFor.age === 'declared'
      ? []
      : [by && asksFor.age === 'wallet' ? askedProofWords[by] : askedWords[asksFor.age]]),
    ofProvers[pictures] ?? words.gives[pictures],
    ...(asksFor.walletName ? [by ? words.proofName[by] : words.walletName] : []),
  ].join(' ')
}

/**
 * What the creator receives: the pictures that they can open on their current plan, or on another (PLAN-7, OWNER-4).
 */
function describeReceived(form: ThirdPartyView): string {
  const { asksFor, creatorOpensFiles, fullName } = form
  const asked = findPicturesAsked(asksFor)
  if (!asked) return words.getsRecord
  const isOne = asked === 'photo' || asked === 'id' || asked === 'maybeId'
  const opens = words.opens[creatorOpensFiles ? 'now' : isOne ? 'oneOnAPlan' : 'onAPlan']
  return `${words.getsRecord} ${opens({ pictures: words.pictures[asked], name: fullName })}`
}

function describeEnd({ asksFor }: ThirdPartyView): string {
  const { retentionDays, linkLifeDays } = readSite()
  const asked = findPicturesAsked(asksFor)
  const kept = asked
    ? words.picturesUntil({ pictures: words.pictures[asked], retentionDays })
    : words.recordStays
  return `${kept} ${words.unfinishedUntil({ linkLifeDays })}`
}

type PicturesAsked = keyof typeof words.pictures

/** The requested pictures; null for none. */
function findPicturesAsked(asksFor: AsksFor): PicturesAsked | null {
  const { age, face, keptInstead } = asksFor
  if (keptInstead) return 'photoAndIdOrKept'
  if (age === 'wallet') return face ? 'photo' : null
  if (doesTakeProof(asksFor)) return face ? 'photoAndMaybeId' : 'maybeId'
  return face ? 'photoAndId' : 'id'
}
