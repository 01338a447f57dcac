import { evidenceSteps } from '../../../domain/evidence/evidence.ts'
import { formatPrice, paidPlans } from '../../../domain/plan/paid-plan.ts'
import words from '../../../words/en/landing.ts'
import offerWords from '../../../words/en/offers.ts'
import { factWords, stepMeanings, stepWords } from '../../../words/evidence.ts'
import { readLanguage } from '../../../words/language.ts'
import { readSite } from '../../api/site.ts'
import { RecordSheet } from '../../shared/record/record-sheet.tsx'
import { Rosette } from '../../shared/record/rosette.tsx'
import { insert } from '../../shared/ui/insert.ts'
import classes from './landing-page.module.css'
import formDark from './pictures/form-dark.avif'
import formLight from './pictures/form-light.avif'
import invitationDark from './pictures/invitation-dark.avif'
import invitationLight from './pictures/invitation-light.avif'
import recordDark from './pictures/record-dark.avif'
import recordLight from './pictures/record-light.avif'
import pricesClasses from './prices.module.css'
import questionsClasses from './questions.module.css'
import sampleCardClasses from './sample-card.module.css'

const drawings = [
  // Two sheets and a tick
  'M8 12h15a3 3 0 0 1 3 3v15a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V15a3 3 0 0 1 3-3zM14 12V8a3 3 0 0 1 3-3h15a3 3 0 0 1 3 3v15a3 3 0 0 1-3 3h-6M10.5 22.5l3.5 3.5 6.5-7',
  // A face in a frame
  'M5 13V8a3 3 0 0 1 3-3h5M27 5h5a3 3 0 0 1 3 3v5M35 27v5a3 3 0 0 1-3 3h-5M13 35H8a3 3 0 0 1-3-3v-5M20 20a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM11.5 29.5c.8-4.5 4.3-6.5 8.5-6.5s7.7 2 8.5 6.5',
  // A drawer with a keyhole
  'M8 17h24a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V20a3 3 0 0 1 3-3zM12 17v-4a8 8 0 0 1 16 0v4M20 24.5v3.5',
  // A clock in a seal
  'M20 35a15 15 0 1 0 0-30 15 15 0 0 0 0 30zM20 11v9l6 4',
]

/** The icon of a feature, in the order of the texts. */
export function FeatureIcon({ index }: { index: number }) {
  return (
    <svg className={classes['icon']} viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
      <path d={drawings[index]} />
    </svg>
  )
}

const files = {
  invitation: { light: invitationLight, dark: invitationDark },
  form: { light: formLight, dark: formDark },
  record: { light: recordLight, dark: recordDark },
} as const

const names = ['invitation', 'form', 'record'] as const

/** Three screenshots of the product, taken by `npm run landing-pictures`. They are below the fold and load lazily. */
export function Pictures() {
  return (
    <ol className={classes['pictures']}>
      {names.map((name) => (
        <li key={name}>
          <picture>
            <source srcSet={files[name].dark} media="(prefers-color-scheme: dark)" />
            <img
              src={files[name].light}
              alt={words.pictures.shown[name].alt}
              width={360}
              height={560}
              loading="lazy"
              decoding="async"
            />
          </picture>
          <div>
            <h3>{words.pictures.shown[name].title}</h3>
            <p>{words.pictures.shown[name].text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

const { sample } = words

/** Any fingerprint draws a rosette; this one is the sample's. */
const sampleSha256 = '7c1f4be2a90d53686e2f81d4b7930ca55fd8e1427b6390ac14f2d7580be9631a'

/** An example of a finished record, drawn like every record; every value is invented. */
export function SampleCard() {
  const known = { name: factWords.age, value: sample.readOn({ step: stepWords.document }) }
  const [name, ...others] = sample.facts
  const sign = (name: string) => ({ name, photoUrl: null, signature: name, day: sample.signedOn })
  return (
    <figure className={sampleCardClasses['stack']} aria-label={sample.label}>
      <RecordSheet
        title={
          <div className={sampleCardClasses['top']}>
            <span className={sampleCardClasses['note']}>{sample.note}</span>
            <span className={sampleCardClasses['status']}>
              <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
                <path d="m3 8.5 3.2 3.2L13 4.8" />
              </svg>
              {sample.status}
            </span>
          </div>
        }
        seal={<Rosette sha256={sampleSha256} label={sample.rosette} />}
        signers={[sign(name.value), sign(sample.otherName)]}
      >
        <dl className={sampleCardClasses['facts']}>
          {[...others, known].map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </RecordSheet>
    </figure>
  )
}

const { prices } = words

const listOffers = () => [
  { tier: 'free' as const, name: offerWords.tiers.free, price: <strong>{prices.nothing}</strong> },
  ...paidPlans.map(({ tier, pricePence, currency }) => ({
    tier,
    name: offerWords.tiers[tier],
    // The page is prerendered without knowing the reader's locale, so it uses one format for each language.
    price: insert(offerWords.prices[tier], {
      price: <strong>{formatPrice(pricePence, currency, readLanguage().locale)}</strong>,
    }),
  })),
]

/** The prices and limits of the plans, before registration (PUBLIC-16). */
export function Prices() {
  return (
    <ul className={pricesClasses['prices']}>
      {listOffers().map(({ tier, name, price }) => (
        <li key={tier}>
          <h3>{name}</h3>
          <p className={pricesClasses['price']}>{price}</p>
          <p>{offerWords.allowances[tier]}</p>
        </li>
      ))}
    </ul>
  )
}

/** The most common questions, with answers that open in place (PUBLIC-17). */
export function Questions() {
  const { retentionDays, linkLifeDays } = readSite()
  return (
    <div className={questionsClasses['questions']}>
      {words.questions.items.map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          {answer.map((part) => {
            const paragraph = typeof part === 'string' ? part : part({ retentionDays, linkLifeDays })
            return <p key={paragraph}>{paragraph}</p>
          })}
        </details>
      ))}
      <details>
        <summary>{words.ladder.question}</summary>
        <p>{words.ladder.lead}</p>
        <ol>
          {evidenceSteps.map((step) => (
            <li key={step}>
              <h3>{stepWords[step]}</h3>
              <p>{(stepMeanings.age[step] ?? []).join(' ')}</p>
            </li>
          ))}
        </ol>
      </details>
    </div>
  )
}

/** The mobile apps, once there are store links for them. */
export function AppSection() {
  const { ios, android } = appStores
  if (!ios && !android) return null
  return (
    <section className={classes['section']}>
      <h2>{words.app.heading}</h2>
      {ios ? <a href={ios}>{words.app.ios}</a> : null}{' '}
      {android ? <a href={android}>{words.app.android}</a> : null}
    </section>
  )
}

/** Download links of the mobile apps. None is configured, so their section is never shown (PUBLIC-7). */
export const appStores: { ios: string | null; android: string | null } = { ios: null, android: null }
