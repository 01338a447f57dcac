import type { HowKnown } from '../../../contract/evidence.ts'
import type { DocumentView, VerificationForm } from '../../../contract/verification.ts'
import { toReference } from '../../../domain/verification/verification.ts'
import { describeAges } from '../../../words/describe-ages.ts'
import formWords from '../../../words/en/form.ts'
import words from '../../../words/en/record.ts'
import validityWords from '../../../words/en/validity.ts'
import { markLanguage } from '../mark-language.ts'
import { describeDay, describeMoment, Moment } from '../time/moment.tsx'
import classes from './record-object.module.css'
import { RecordSheet } from './record-sheet.tsx'
import { Rosette } from './rosette.tsx'

type RecordObjectProps = {
  form: Pick<
    VerificationForm,
    | 'id'
    | 'type'
    | 'consentText'
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
    <RecordSheet
      label={words.title}
      title={
        <>
          {caption ? <p className={classes['caption']}>{caption}</p> : null}
          {isTitled ? <ConsentTitle text={form.consentText} /> : null}
        </>
      }
      seal={sealed ? <Rosette sha256={sealed.pdfSha256} label={words.rosette} /> : null}
      signers={[
        {
          name: form.fullName,
          photoUrl: findUrl(photos.creator),
          signature: form.signature,
          day: describeDay(form.signatureDate),
        },
        {
          name: thirdPartyName,
          photoUrl: findUrl(photos.thirdParty),
          signature: form.thirdPartySignature ?? '',
          day: form.thirdPartySignatureDate ? describeDay(form.thirdPartySignatureDate) : '',
        },
      ]}
    >
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
            <Moment at={sealed.sealedAt} within={words.sealedOn} />
          </>
        ) : null}
      </p>
    </RecordSheet>
  )
}

/** The title of the text that the reader signed. */
function ConsentTitle({ text }: { text: VerificationForm['consentText'] }) {
  if (!text) return null
  return (
    <p className={classes['title']} {...markLanguage(text.language)}>
      {text.title}
    </p>
  )
}

/** A photo's address, if it may be shown. */
const findUrl = (view: DocumentView | null) => (view?.state === 'open' ? view.document.url : null)
