import { X509Certificate } from 'node:crypto'
import type { ValidUntil } from '../../../contract/verification.ts'
import { productName } from '../../../domain/product.ts'
import { listShared, type RecordFacts, type WithdrawalFacts } from '../../../domain/record/record.ts'
import { drawRosette } from '../../../domain/record/rosette.ts'
import { toReference } from '../../../domain/verification/verification.ts'
import { describeAges } from '../../../words/describe-ages.ts'
import { describeHowKnown } from '../../../words/describe-how-known.ts'
import knownWords from '../../../words/en/evidence.ts'
import formWords from '../../../words/en/form.ts'
import { factWords } from '../../../words/evidence.ts'
import {
  describeOddity,
  describeUtc,
  kindWords,
  partyWords,
  writeOdditiesTitle,
} from '../../../words/record.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { type HoldRow, presentHolds } from '../holds/store.ts'
import type { SealedRow } from '../store.ts'

/** Every file that a pack may contain in addition to its page, in the order of the list on that page. */
export const packFiles = {
  'record.pdf':
    'The record: what both typed, ticked and signed, how each thing is known, and the trail of its steps. Sealed.',
  'record.json': 'The same for programs, signed with the key of the seal.',
  'record-archived.pdf':
    'record.pdf, byte for byte, followed by a newer timestamp of a time authority. The program takes it in place of record.pdf.',
  'record.tlog-proof': 'The proof of its place in the public log of seals.',
  'withdrawal.pdf': 'The addendum that consent was withdrawn. Sealed.',
  'withdrawal.json': 'The same for programs, signed with the key of the seal.',
  'withdrawal-archived.pdf': 'withdrawal.pdf, byte for byte, followed by such a timestamp.',
  'withdrawal.tlog-proof': 'The proof of its place in the public log of seals.',
  'your-photo.jpg': 'The photo that the person who downloaded this pack gave.',
  'your-photo.png': 'The photo that the person who downloaded this pack gave.',
  'your-id.jpg': 'The identity document that the person who downloaded this pack gave.',
  'your-id.png': 'The identity document that the person who downloaded this pack gave.',
  'seal-certificate.pem':
    'The certificate of the seal. A certificate from a pack proves nothing on its own: see above.',
  'certificates.json':
    'Every certificate that ever sealed here, with what each key signed about the next one, so that one known certificate leads to the others.',
  'check-record.mjs':
    'A program that checks the record without the service. It is one file: read it before you run it.',
} as const
export type PackFile = keyof typeof packFiles

/** The text of the page in a pack (PACK-3). */
const packWords = {
  title: 'Evidence pack of a record',
  sealed: (reference: string, day: string) => `Record ${reference}, sealed on ${day}`,
  shows: 'What it shows, once it is checked',
  asGiven:
    'record.pdf says what the two people typed, ticked and signed, with the times at which the service received it.',
  unchanged: (at: string) => `Not one byte of it has changed since it was sealed, ${at}.`,
  stamped: (at: string) => `An independent time authority confirms that the seal existed at ${at}.`,
  notStamped: 'No time authority confirms the time of the seal. It comes from the service’s own clock.',
  logged:
    'record.tlog-proof proves its place in the public log of seals. If the operator of the service removed or ' +
    'backdated an entry, everyone who kept a proof of a later state could show it.',
  notWithdrawn: (at: string) => `Consent had not been withdrawn when this pack was made, ${at}.`,
  withdrawn: (at: string, by: string) => `Consent was withdrawn at ${at} (${by}): see withdrawal.pdf.`,
  withdrawing: 'Consent was withdrawn; the addendum about it was not sealed yet when this pack was made.',
  validUntil: (at: string) => `The consent is valid until ${at}, unless it is withdrawn before then.`,
  wasValidUntil: (at: string) => `The consent was valid until ${at}.`,
  held: (by: string, setAt: string, endsAt: string, endedAt: string | null) =>
    endedAt
      ? `A legal hold was set at ${setAt} (${by}), so that the photos and identity documents of both ` +
        `stayed with the service; it ended at ${endedAt}.`
      : `A legal hold was set at ${setAt} (${by}), so that the photos and identity documents of both ` +
        `stay with the service until ${endsAt}. The service hands them to courts and authorities.`,
  known: 'How each thing is known',
  knownLead: 'The record proves no more than this list says.',
  showsNot: 'What it does not show',
  declared: 'That what people declared is true. The list above says what was checked, and by whom.',
  later: 'That consent still held at any later moment. Either person can withdraw it at any time.',
  others: 'The photo and the identity document of the other person: they are not in this pack.',
  check: 'How to check it',
  reader:
    'Open record.pdf in a program that shows signatures. It says whether the document was changed. ' +
    'Most programs do not know the certificate; its fingerprint is below.',
  page:
    'Or open this address and choose record.pdf. The file stays on the device; only its fingerprint ' +
    'and the code of the record are sent.',
  program: 'Or without the service: install Node from nodejs.org, open a terminal in this folder, and type',
  programEnds:
    'It lists what it checked and what it could not check, and ends with “Everything that was checked ' +
    'holds.” With this added, it also asks the service whether consent was withdrawn since and ' +
    'whether the log is still the same:',
  trust:
    'The person who gave you this pack could have put another certificate and another program into it. The ' +
    'service has both at these addresses. The fingerprint (SHA-256) of the certificate that sealed ' +
    'this record is',
  files: 'The files',
  named: 'The record names its fingerprint (SHA-256).',
} as const

type ReadMe = {
  facts: RecordFacts
  record: SealedRow
  /** The sealed withdrawal, or null. */
  ending: WithdrawalFacts | null
  isWithdrawn: boolean
  /** As of the moment when the pack was made; null after a withdrawal (VALID-5). */
  validUntil: ValidUntil
  holds: readonly HoldRow[]
  names: readonly PackFile[]
  /** The photos and IDs whose fingerprint is in the record. */
  named: ReadonlySet<PackFile>
  /** PEM; the certificate that sealed the record comes first. */
  certificates: readonly string[]
  publicUrl: string
  at: Date
}

/**
 * The page of a pack that explains to its reader what the pack shows, what it doesn't show, and how to check it. The
 * page loads and runs nothing.
 */
export function renderReadMe(content: ReadMe): string {
  const { facts, publicUrl } = content
  const title = `${packWords.title} · ${productName}`
  const parties = `${writeName(facts.creator.fullName)} and ${writeName(facts.thirdParty.fullName)}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(packWords.title)}</h1>
<p>${escapeHtml(kindWords[facts.kind])} between ${parties}, completed ${escapeHtml(describeUtc(facts.verifiedAt))}.</p>
${drawRecord(content)}
${writePart(packWords.shows, writeList(listShown(content)))}
${writePart(packWords.known, describeKnown(facts))}
${explainOdd(facts)}${writePart(packWords.showsNot, writeList([knownWords.notMeant, packWords.declared, packWords.later, packWords.others]))}
${writePart(packWords.check, explainChecks(content.certificates, publicUrl))}
${writePart(packWords.files, explainFiles(content))}
</body>
</html>
`
}

/**
 * The name as it was typed, in quotation marks, so that it can't change the text direction or look like the surrounding
 * text.
 */
const writeName = (name: string) => `“<bdi>${escapeHtml(name)}</bdi>”`

/** The record as one figure, like on both people's pages and at the top of the PDF, without their photos (PACK-6). */
function drawRecord({ facts, record }: ReadMe): string {
  const names = { creator: facts.creator.fullName, thirdParty: facts.thirdParty.fullName }
  const [creator, thirdParty] = [names.creator, names.thirdParty].map(writeName)
  const signed = facts.signatures.map(
    ({ signature, signedOn }) =>
      `<p><i>${writeName(signature)}</i><br><small>${longDay.format(new Date(signedOn))}</small></p>`,
  )
  const lines = drawRosette(record.pdfSha256).map((line) => `<path d="${line}"/>`)
  const told = [...describeAges(facts.known, listShared(facts.odd ?? []), names), formWords.summary.aRecord]
  const sealedOn = longDay.format(record.sealedAt)
  return `<section class="record">
<p><small>${escapeHtml(readTitle(facts))}</small></p>
<div><strong>${creator}</strong><svg viewBox="0 0 100 100" aria-hidden="true">${lines.join('')}</svg><strong>${thirdParty}</strong></div>
<div>${signed.join('')}</div>
${told.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n')}
<p><small>${escapeHtml(packWords.sealed(toReference(facts.verificationId), sealedOn))}</small></p>
</section>`
}

/** The title of the text that the creator signed. */
const readTitle = ({ consent }: RecordFacts): string =>
  'creator' in consent ? consent.creator.title : consent.title

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function listShown({ record, ending, isWithdrawn, validUntil, holds, at }: ReadMe): string[] {
  const consent = ending
    ? packWords.withdrawn(describeUtc(ending.withdrawnAt), partyWords[ending.withdrawnBy])
    : isWithdrawn
      ? packWords.withdrawing
      : packWords.notWithdrawn(describeUtc(at.toISOString()))
  return [
    packWords.asGiven,
    packWords.unchanged(describeUtc(record.sealedAt.toISOString())),
    record.timestampAt
      ? packWords.stamped(describeUtc(record.timestampAt.toISOString()))
      : packWords.notStamped,
    packWords.logged,
    consent,
    ...(validUntil
      ? [packWords[validUntil.isOver ? 'wasValidUntil' : 'validUntil'](describeUtc(validUntil.at))]
      : []),
    ...presentHolds(holds, at).holds.map(({ by, setAt, endsAt, endedAt }) =>
      packWords.held(
        partyWords[by],
        describeUtc(setAt),
        describeUtc(endsAt),
        endedAt && describeUtc(endedAt),
      ),
    ),
  ]
}

function describeKnown(facts: RecordFacts): string {
  const names = { creator: facts.creator.fullName, thirdParty: facts.thirdParty.fullName }
  const rows = facts.known.map(
    (each) =>
      `<dt>${writeName(names[each.party])}: ${escapeHtml(factWords[each.fact])}</dt><dd>${escapeHtml(describeHowKnown(each, facts.sources[each.party], facts.format))}</dd>`,
  )
  return `<p>${escapeHtml(packWords.knownLead)}</p>\n<dl>${rows.join('\n')}</dl>`
}

function explainOdd(facts: RecordFacts): string {
  return facts.odd ? `${writePart(writeOdditiesTitle(), writeList(facts.odd.map(describeOddity)))}\n` : ''
}

function explainChecks([sealed = '']: readonly string[], publicUrl: string): string {
  const command =
    'node check-record.mjs record.pdf record.json --certificate seal-certificate.pem --certificates ' +
    'certificates.json --proof record.tlog-proof'
  const fingerprint = new X509Certificate(sealed).fingerprint256.replaceAll(':', '').toLowerCase()
  const addresses = ['certificate', 'check-record.mjs'].map((name) => `${publicUrl}/api/transparency/${name}`)
  return `<ol>
<li>${escapeHtml(packWords.reader)}</li>
<li>${escapeHtml(packWords.page)}<br>${writeLink(`${publicUrl}/check`)}</li>
<li>${escapeHtml(packWords.program)}<br><code>${command}</code><br>${escapeHtml(packWords.programEnds)}<br><code>--origin ${escapeHtml(publicUrl)}</code></li>
</ol>
<p>${escapeHtml(packWords.trust)}<br><code>${fingerprint}</code></p>
<p>${addresses.map(writeLink).join('<br>')}</p>`
}

function explainFiles({ names, named }: ReadMe): string {
  const rows = names.map((name) => {
    const about = named.has(name) ? `${packFiles[name]} ${packWords.named}` : packFiles[name]
    return `<dt>${name}</dt><dd>${escapeHtml(about)}</dd>`
  })
  return `<dl>${rows.join('\n')}</dl>`
}

const writePart = (heading: string, content: string) => `<h2>${escapeHtml(heading)}</h2>\n${content}`
const writeList = (sentences: readonly string[]) =>
  `<ul>${sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`).join('\n')}</ul>`
const writeLink = (address: string) => `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`

const style = `:root{color-scheme:light dark}body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}
h2{margin-top:2rem}li,dd{margin-bottom:.5rem}dt{font-weight:600}dd{margin-left:0}
.record{padding:1rem;border:1px solid;border-radius:1rem;overflow-wrap:anywhere}.record p{margin:.25rem 0}
.record div{display:grid;grid-template-columns:1fr auto 1fr;gap:1rem;align-items:center}.record div:last-of-type{grid-template-columns:1fr 1fr}
.record div>:last-child{text-align:end}strong,i{font:600 1.2rem/1.3 Georgia,serif}i{font:italic 1.1rem/1.3 Georgia,serif}
svg{width:5rem;fill:none;stroke:currentColor;stroke-width:.35}
code{overflow-wrap:anywhere;font-size:.9rem}a{overflow-wrap:anywhere}`
