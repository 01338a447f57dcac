import type { HowKnown } from '../../../contract/evidence.ts'
import type { DocumentView, VerificationForm } from '../../../contract/verification.ts'
import { findConsentText } from '../../../domain/verification/consent-text.ts'
import { toReference } from '../../../domain/verification/verification.ts'
import { describeAges } from '../../../words/describe-ages.ts'
import formWords from '../../../words/en/form.ts'
import words from '../../../words/en/record.ts'
import validityWords from '../../../words/en/validity.ts'
import { describeDay, describeMoment, Moment } from '../time/moment.tsx'
import classes from './record-object.module.css'
import { Rosette } from './rosette.tsx'

type RecordObjectProps = {
  form: Pick<
    VerificationForm,
    | 'id'
    | 'type'
    | 'consentTextVersion'
    | 'validity'
    | 'validUntil'
    | 'fullName'
    | 'signature'
    | 'signatureDate'
    | 'thirdPartyName'
    | 'thirdPartySignature'
    | 'thirdPartySignatureDate'
  > & { howKnown: HowKnown }
  photos: { creator: DocumentView | null; thirdParty: DocumentView | null }
  /** Null until it is sealed. */
  sealed: { pdfSha256: string; sealedAt: string } | null
  /** Whether it names the signed form, as on the page of its creator. */
  isTitled?: boolean
  /** Its caption, where nothing else on the page says that it is complete. */
  caption?: string | null
}

/** The summary of a record: two people, two signatures, the dates, how their age is known, and its limits. */
export function RecordObject({ form, photos, sealed, isTitled = false, caption }: RecordObjectProps) {
  const thirdPartyName = form.thirdPartyName || (form.thirdPartySignature ?? words.otherPerson)
  return (
    <section className={classes['record']} aria-label={words.title}>
      {caption ? <p className={classes['caption']}>{caption}</p> : null}
      {isTitled ? <p className={classes['title']}>{findConsentText(form)?.title}</p> : null}
      <div className={classes['people']}>
        <Portrait view={photos.creator} name={form.fullName} />
        {sealed ? <Rosette sha256={sealed.pdfSha256} /> : <span />}
        <Portrait view={photos.thirdParty} name={thirdPartyName} />
      </div>
      <div className={classes['sides']}>
        <Side name={form.fullName} signature={form.signature} day={form.signatureDate} />
        <Side name={thirdPartyName} signature={form.thirdPartySignature} day={form.thirdPartySignatureDate} />
      </div>
      <div className={classes['facts']}>
        {describeAges(form.howKnown.known, form.howKnown.shared, {
          creator: form.fullName,
          thirdParty: thirdPartyName,
        }).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {form.validUntil ? (
          <p>
            {validityWords.record[form.validUntil.isOver ? 'over' : 'valid']({
              at: describeMoment(form.validUntil.at),
            })}
          </p>
        ) : null}
        <p>{formWords.summary.aRecord}</p>
        <p className={classes['reference']}>
          {words.reference({ reference: toReference(form.id) })}
          {sealed ? (
            <>
              {' · '}
              {words.sealedOn} <Moment at={sealed.sealedAt} />
            </>
          ) : null}
        </p>
      </div>
    </section>
  )
}

/** A person's photo if it may be shown, otherwise their initials; the whole picture, with its name, is further down. */
function Portrait({ view, name }: { view: DocumentView | null; name: string }) {
  return view?.state === 'open' ? (
    <img className={classes['portrait']} src={view.document.url} alt="" draggable={false} />
  ) : (
    <span className={classes['portrait']} data-initials aria-hidden>
      {toInitials(name)}
    </span>
  )
}

/** The first letters of the first and the last word of a name: “ŁN”. */
function toInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}

function Side({ name, signature, day }: { name: string; signature: string | null; day: string | null }) {
  return (
    <div className={classes['side']}>
      <p className={classes['name']}>{name}</p>
      <p className={classes['signature']}>{signature ?? ''}</p>
      <p className={classes['day']}>{day ? describeDay(day) : ''}</p>
    </div>
  )
}
