import { X509Certificate } from 'node:crypto'
import { productName } from '../../../domain/product.ts'
import type { RecordFacts, WithdrawalFacts } from '../../../domain/record/record.ts'
import knownWords from '../../../words/en/evidence.ts'
import { factWords } from '../../../words/evidence.ts'
import {
  describeOddity,
  describeUtc,
  kindWords,
  partyWords,
  writeOdditiesTitle,
} from '../../../words/record.ts'
import { sayHowKnown } from '../../../words/say-how-known.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { presentHolds } from '../holds/present-holds.ts'
import type { HoldRow } from '../holds/store.ts'
import type { SealedRow } from '../store.ts'
import { type PackFile, packFiles, packWords as words } from './pack-words.ts'

export type ReadMe = {
  facts: RecordFacts
  record: SealedRow
  /** The sealed withdrawal; null where there is none. */
  ending: WithdrawalFacts | null
  isWithdrawn: boolean
  holds: readonly HoldRow[]
  names: readonly PackFile[]
  /** The photos and IDs whose fingerprint the record names. */
  named: ReadonlySet<PackFile>
  /** PEM, first the one that sealed the record. */
  certificates: readonly string[]
  publicUrl: string
  at: Date
}

/** The page of a pack that explains to whoever has to judge it what it shows, what not, and how to check it. It loads nothing and runs nothing. */
export function readMe(content: ReadMe): string {
  const { facts, publicUrl } = content
  const title = `${words.title} · ${productName}`
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
<h1>${escapeHtml(words.title)}</h1>
<p>${escapeHtml(kindWords[facts.kind])} between ${parties}, completed ${escapeHtml(describeUtc(facts.verifiedAt))}.</p>
${writePart(words.shows, writeList(listShown(content)))}
${writePart(words.known, describeKnown(facts))}
${explainOdd(facts)}${writePart(words.showsNot, writeList([knownWords.notMeant, words.declared, words.later, words.others]))}
${writePart(words.check, explainChecks(content.certificates, publicUrl))}
${writePart(words.files, explainFiles(content))}
</body>
</html>
`
}

/** As it was typed, in quotation marks, so that it neither turns nor passes for the text around it. */
const writeName = (name: string) => `“<bdi>${escapeHtml(name)}</bdi>”`

function listShown({ record, ending, isWithdrawn, holds, at }: ReadMe): string[] {
  const consent = ending
    ? words.withdrawn(describeUtc(ending.withdrawnAt), partyWords[ending.withdrawnBy])
    : isWithdrawn
      ? words.withdrawing
      : words.notWithdrawn(describeUtc(at.toISOString()))
  return [
    words.asGiven,
    words.unchanged(describeUtc(record.sealedAt.toISOString())),
    record.timestampAt ? words.stamped(describeUtc(record.timestampAt.toISOString())) : words.notStamped,
    words.logged,
    consent,
    ...presentHolds(holds, at).holds.map(({ by, setAt, endsAt, endedAt }) =>
      words.held(partyWords[by], describeUtc(setAt), describeUtc(endsAt), endedAt && describeUtc(endedAt)),
    ),
  ]
}

function describeKnown(facts: RecordFacts): string {
  const names = { creator: facts.creator.fullName, thirdParty: facts.thirdParty.fullName }
  const rows = facts.known.map(
    (each) =>
      `<dt>${writeName(names[each.party])}: ${escapeHtml(factWords[each.fact])}</dt><dd>${escapeHtml(sayHowKnown(each, facts.sources[each.party]))}</dd>`,
  )
  return `<p>${escapeHtml(words.knownLead)}</p>\n<dl>${rows.join('\n')}</dl>`
}

function explainOdd(facts: RecordFacts): string {
  return facts.odd ? `${writePart(writeOdditiesTitle(), writeList(facts.odd.map(describeOddity)))}\n` : ''
}

function explainChecks([sealed = '']: readonly string[], publicUrl: string): string {
  const command =
    'node check-record.mjs record.pdf record.json --certificate seal-certificate.pem --certificates certificates.json --proof record.tlog-proof'
  const fingerprint = new X509Certificate(sealed).fingerprint256.replaceAll(':', '').toLowerCase()
  const addresses = ['certificate', 'check-record.mjs'].map((name) => `${publicUrl}/api/transparency/${name}`)
  return `<ol>
<li>${escapeHtml(words.reader)}</li>
<li>${escapeHtml(words.page)}<br>${writeLink(`${publicUrl}/check`)}</li>
<li>${escapeHtml(words.program)}<br><code>${command}</code><br>${escapeHtml(words.programEnds)}<br><code>--origin ${escapeHtml(publicUrl)}</code></li>
</ol>
<p>${escapeHtml(words.trust)}<br><code>${fingerprint}</code></p>
<p>${addresses.map(writeLink).join('<br>')}</p>`
}

function explainFiles({ names, named }: ReadMe): string {
  const rows = names.map((name) => {
    const about = named.has(name) ? `${packFiles[name]} ${words.named}` : packFiles[name]
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
code{overflow-wrap:anywhere;font-size:.9rem}a{overflow-wrap:anywhere}`
