import type { RecordView } from '../../../contract/record.ts'
import { toReference } from '../../../domain/verification/verification.ts'
import formWords from '../../../words/en/form.ts'
import words from '../../../words/en/record.ts'
import { stepWords } from '../../../words/evidence.ts'
import { Rosette } from '../../shared/record/rosette.tsx'
import { describeDay, Moment } from '../../shared/time/moment.tsx'
import classes from './record-object.module.css'

type RecordObjectProps = { view: Pick<RecordView, 'form' | 'documents' | 'record'> }

/** The record as one thing: two people, two signatures, when, how their age is known, and what it is not. */
export function RecordObject({ view: { form, documents, record } }: RecordObjectProps) {
  const thirdPartyName = form.thirdPartyName || (form.thirdPartySignature ?? words.otherPerson)
  return (
    <section className={classes['record']} aria-label={words.title}>
      <div className={classes['people']}>
        <Portrait view={documents.creatorSelfie} />
        {record ? <Rosette sha256={record.pdfSha256} /> : <span />}
        <Portrait view={documents.thirdPartySelfie} />
      </div>
      <div className={classes['sides']}>
        <Side name={form.fullName} signature={form.signature} day={form.signatureDate} />
        <Side name={thirdPartyName} signature={form.thirdPartySignature} day={form.thirdPartySignatureDate} />
      </div>
      <div className={classes['facts']}>
        {describeAges(form, thirdPartyName).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>{formWords.summary.aRecord}</p>
        <p className={classes['reference']}>
          {words.reference({ reference: toReference(form.id) })}
          {record ? (
            <>
              {' · '}
              {words.sealedOn} <Moment at={record.sealedAt} />
            </>
          ) : null}
        </p>
      </div>
    </section>
  )
}

/** How the age of each person is known, in a line for each. */
function describeAges({ howKnown, fullName }: RecordView['form'], thirdPartyName: string): string[] {
  return howKnown.known
    .filter(({ fact }) => fact === 'age')
    .map(({ party, step }) =>
      words.age({
        name: party === 'creator' ? fullName : thirdPartyName,
        step: stepWords[step],
      }),
    )
}

/** A person's photo where it may be seen; the whole picture, with its name, is further down. */
function Portrait({ view }: { view: RecordView['documents']['creatorSelfie'] }) {
  return view?.state === 'open' ? (
    <img className={classes['portrait']} src={view.document.url} alt="" draggable={false} />
  ) : (
    <span className={classes['portrait']} data-empty />
  )
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
