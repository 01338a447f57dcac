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
import packWords from '../../../words/en/pack.ts'
import { factWords } from '../../../words/evidence.ts'
import { readLanguage } from '../../../words/language.ts'
import {
  describeLongDay,
  describeOddity,
  describeUtc,
  kindWords,
  partyWords,
  writeOdditiesTitle,
} from '../../../words/record.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { speakIn } from '../../platform/language/index.ts'
import { type HoldRow, presentHolds } from '../holds/store.ts'
import type { SealedRow } from '../store.ts'

/** Every file that a pack may contain in addition to its page, in the order of the list on that page. */
export const packFiles = {
  'record.pdf': 'recordPdf',
  'record.json': 'json',
  'record-archived.pdf': 'recordArchived',
  'record.tlog-proof': 'proof',
  'withdrawal.pdf': 'withdrawalPdf',
  'withdrawal.json': 'json',
  'withdrawal-archived.pdf': 'withdrawalArchived',
  'withdrawal.tlog-proof': 'proof',
  'your-photo.jpg': 'photo',
  'your-photo.png': 'photo',
  'your-id.jpg': 'id',
  'your-id.png': 'id',
  'seal-certificate.pem': 'certificate',
  'certificates.json': 'certificates',
  'check-record.mjs': 'program',
} as const
export type PackFile = keyof typeof packFiles

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
  const { facts } = content
  return speakIn(facts.format === 'sealed-record/4' ? facts.language : 'en', () => renderPage(content))
}

function renderPage(content: ReadMe): string {
  const { facts, publicUrl } = content
  const { tag, direction } = readLanguage()
  const title = `${packWords.title} · ${productName}`
  const kind = kindWords[facts.kind]
  const between = packWords.between({ kind, parties: marks.parties, at: describeUtc(facts.verifiedAt) })
  return `<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(packWords.title)}</h1>
<p>${insertNames(between, facts)}</p>
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

/** Stands for the two names in a sentence until it is escaped, since they bring their own elements. */
const marks = { parties: '\u0001', name: '\u0002' }

function insertNames(sentence: string, { creator, thirdParty }: RecordFacts): string {
  const names = packWords.names({ creator: marks.name, thirdParty: marks.parties })
  return escapeHtml(sentence.replace(marks.parties, names))
    .replace(marks.name, () => writeName(creator.fullName))
    .replace(marks.parties, () => writeName(thirdParty.fullName))
}

/**
 * The name as it was typed, in quotation marks, so that it can't change the text direction or look like the surrounding
 * text.
 */
const writeName = (name: string) =>
  escapeHtml(packWords.name({ name: marks.name })).replace(marks.name, () => `<bdi>${escapeHtml(name)}</bdi>`)

/** The record as one figure, like on both people's pages and at the top of the PDF, without their photos (PACK-6). */
function drawRecord({ facts, record }: ReadMe): string {
  const names = { creator: facts.creator.fullName, thirdParty: facts.thirdParty.fullName }
  const [creator, thirdParty] = [names.creator, names.thirdParty].map(writeName)
  const signed = facts.signatures.map(
    ({ signature, signedOn }) =>
      `<p><i>${writeName(signature)}</i><br><small>${escapeHtml(describeLongDay(signedOn))}</small></p>`,
  )
  const lines = drawRosette(record.pdfSha256).map((line) => `<path d="${line}"/>`)
  const told = [...describeAges(facts.known, listShared(facts.odd ?? []), names), formWords.summary.aRecord]
  const day = describeLongDay(record.sealedAt.toISOString())
  return `<section class="record">
<p><small>${escapeHtml(readTitle(facts))}</small></p>
<div><strong>${creator}</strong><svg viewBox="0 0 100 100" aria-hidden="true">${lines.join('')}</svg><strong>${thirdParty}</strong></div>
<div>${signed.join('')}</div>
${told.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n')}
<p><small>${escapeHtml(packWords.sealed({ reference: toReference(facts.verificationId), day }))}</small></p>
</section>`
}

/** The title of the text that the creator signed. */
const readTitle = ({ consent }: RecordFacts): string =>
  'creator' in consent ? consent.creator.title : consent.title

function listShown({ record, ending, isWithdrawn, validUntil, holds, at }: ReadMe): string[] {
  const consent = ending
    ? packWords.withdrawn({ at: describeUtc(ending.withdrawnAt), by: partyWords[ending.withdrawnBy] })
    : isWithdrawn
      ? packWords.withdrawing
      : packWords.notWithdrawn({ at: describeUtc(at.toISOString()) })
  return [
    packWords.asGiven,
    packWords.unchanged({ at: describeUtc(record.sealedAt.toISOString()) }),
    record.timestampAt
      ? packWords.stamped({ at: describeUtc(record.timestampAt.toISOString()) })
      : packWords.notStamped,
    packWords.logged,
    consent,
    ...(validUntil
      ? [packWords[validUntil.isOver ? 'wasValidUntil' : 'validUntil']({ at: describeUtc(validUntil.at) })]
      : []),
    ...presentHolds(holds, at).holds.map(({ by, setAt, endsAt, endedAt }) => {
      const hold = { by: partyWords[by], setAt: describeUtc(setAt) }
      return endedAt
        ? packWords.heldThen({ ...hold, endedAt: describeUtc(endedAt) })
        : packWords.held({ ...hold, endsAt: describeUtc(endsAt) })
    }),
  ]
}

function describeKnown(facts: RecordFacts): string {
  const names = { creator: facts.creator.fullName, thirdParty: facts.thirdParty.fullName }
  const rows = facts.known.map(
    (each) =>
      `<dt>${writeFact(names[each.party], factWords[each.fact])}</dt><dd>${escapeHtml(describeHowKnown(each, facts.sources[each.party], facts.format))}</dd>`,
  )
  return `<p>${escapeHtml(packWords.knownLead)}</p>\n<dl>${rows.join('\n')}</dl>`
}

const writeFact = (name: string, fact: string) =>
  escapeHtml(packWords.ofName({ name: marks.name, fact })).replace(marks.name, () => writeName(name))

function explainOdd(facts: RecordFacts): string {
  return facts.odd ? `${writePart(writeOdditiesTitle(), writeList(facts.odd.map(describeOddity)))}\n` : ''
}

function explainChecks([sealed = '']: readonly string[], publicUrl: string): string {
  const command =
    'node check-record.mjs record.pdf record.json --certificate seal-certificate.pem --certificates ' +
    `certificates.json --proof record.tlog-proof --language ${readLanguage().tag}`
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
    const text = packWords.file[packFiles[name]]
    const about = named.has(name) ? `${text} ${packWords.named}` : text
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
code{overflow-wrap:anywhere;font-size:.9rem;direction:ltr;unicode-bidi:isolate}a{overflow-wrap:anywhere}`
