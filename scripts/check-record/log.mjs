// The trail and the log: RFC 9162
import { bytes, note, report, sha256 } from './bounds.mjs'
import { canonical } from './json.mjs'

const node = (left, right) => sha256(bytes('01'), bytes(left), bytes(right))

const halve = (numbers) => numbers.map((number) => Math.floor(number / 2))

/**
 * Computes the roots of a smaller and a larger tree from the hash of a node and the path above it (RFC 9162, 2.1.3.2 and
 * 2.1.4.2). Null if the path has another length.
 */
function climb(first, last, start, path) {
  let [fn, sn, fr, sr] = [first, last, start, start]
  for (const hash of path) {
    if (sn === 0) return null
    if (fn % 2 === 1 || fn === sn) {
      fr = node(hash, fr)
      sr = node(hash, sr)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = halve([fn, sn])
    } else sr = node(sr, hash)
    ;[fn, sn] = halve([fn, sn])
  }
  return sn === 0 ? { fr, sr } : null
}

/** RFC 9162, 2.1.3.2. */
export const rootFromInclusion = (leaf, index, size, path) => climb(index, size - 1, leaf, path)?.sr ?? null

/** RFC 9162, 2.1.4.2. */
export function isConsistent(first, second, firstRoot, secondRoot, given) {
  if (first === second) return given.length === 0 && firstRoot === secondRoot
  const isPower = (first & (first - 1)) === 0
  const [start, ...path] = isPower ? [firstRoot, ...given] : given
  let [fn, sn] = [first - 1, second - 1]
  while (fn % 2 === 1) [fn, sn] = halve([fn, sn])
  const roots = start === undefined ? null : climb(fn, sn, start, path)
  return roots?.fr === firstRoot && roots.sr === secondRoot
}

export function checkTrail(facts) {
  let previous = facts.auditTrail[0]?.previousHash
  let isWhole = facts.auditTrail.length > 0
  if (facts.document === 'record')
    isWhole &&= previous === '0'.repeat(64) && facts.auditTrail[0].sequence === 1
  isWhole &&= facts.auditTrail.at(-1)?.event === (facts.document === 'record' ? 'verified' : 'withdrawn')
  let leftOut = 0
  let sequence = facts.auditTrail[0]?.sequence - 1
  let before = ''
  for (const { hash, ...entry } of facts.auditTrail) {
    const gap = entry.sequence - sequence - 1
    isWhole &&= gap > 0 || (gap === 0 && entry.previousHash === previous)
    isWhole &&= entry.verificationId === facts.verificationId && before <= entry.at
    isWhole &&= sha256(canonical(entry)) === hash
    leftOut += gap
    sequence = entry.sequence
    before = entry.at
    previous = hash
  }
  isWhole &&= leftOut === (facts.auditTrailLeftOut ?? 0)
  const but = leftOut > 0 ? `, except for ${leftOut} rows that the record leaves out` : ''
  report(isWhole, `the audit trail is an unbroken chain${but}`)
}

/** Prints the record's statements about the clock of its times. */
export function printClock({ clock, auditTrail }) {
  for (const { event, at, detail } of auditTrail)
    if (event === 'clock_set_back')
      note(
        `the clock of the service was set back to ${detail.clockAt}; rows from ${at} on have no times of their own until it had passed that`,
      )
  if (clock.state === 'synchronised')
    console.log(`     the clock of the service was synchronised, says ${clock.source}`)
  else note(`nothing says that the clock of the service was synchronised (${clock.state})`)
}

/** Prints the end of the consent's validity according to the record, if it has one. */
export function printValidity({ validUntil }) {
  if (validUntil === undefined) return
  const end = Date.parse(validUntil)
  if (Number.isNaN(end)) return report(false, 'it states until when the consent is valid')
  console.log(
    `     the consent ${end > Date.now() ? 'is' : 'was'} valid until ${new Date(end).toISOString()}`,
  )
}

/** The first two differ in the words on their pages alone. */
const formats = ['sealed-record/2', 'sealed-record/3', 'sealed-record/4']

/** Prints the record's statements about the evidence of each fact, which can't be checked here. */
export function describeHowKnown({ format, document, known, sources }) {
  if (!formats.includes(format)) return report(false, `it is of a format that is known here (${format})`)
  if (document !== 'record') return
  const rows = new Set(known.map(({ fact, party }) => `${fact} of ${party}`))
  report(rows.size === known.length, 'it says how each fact is known, once each')
  for (const { fact, party, step, at, agrees } of known) {
    const differs = agrees === false ? ', and what was given says otherwise' : ''
    const by = describeVoucher(sources?.[party] ?? [], step, at)
    console.log(
      `     ${fact === 'age' ? '18 or over' : fact} of the ${party}: ${step}${by}, since ${at}${differs}`,
    )
  }
}

/**
 * Checks that each person's text has the hash that they signed, and that the record names the languages of both. The
 * formats before sealed-record/4 have one text, in English, without a hash.
 */
export function checkTexts({ format, document, language, alsoIn, consent }) {
  if (format !== 'sealed-record/4') return
  const isTag = (tag) => typeof tag === 'string' && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag)
  if (document !== 'record') {
    const isNamed = isTag(language) && (alsoIn === undefined || (isTag(alsoIn) && alsoIn !== language))
    return report(isNamed, 'it names its languages')
  }
  const { creator, thirdParty } = consent
  for (const [of, { sha256: hash, ticked, ...text }] of [
    ['creator', creator],
    ['third party', thirdParty],
  ]) {
    const name = isTag(text.language) ? text.language : 'in no language'
    report(sha256(canonical(text)) === hash, `the text that the ${of} signed (${name}) has its hash`)
    const isOfText = ticked.every((statement) => typeof text.statements[statement] === 'string')
    report(isOfText, `what the ${of} ticked is in that text`)
  }
  const other = thirdParty.language === creator.language ? undefined : thirdParty.language
  report(
    isTag(creator.language) && language === creator.language && alsoIn === other,
    'it names the languages in which they signed',
  )
  if (other)
    note('the two signed in different languages: nobody is bound to more than the text that they signed says')
}

const vouchers = { bank: 'their bank', eid: 'their eID', age_key: 'their age key' }

/** Who vouched for a person, without the control characters that a name could have. */
function describeVoucher(sources, step, at) {
  const source = sources.find((given) => given.step === step && given.at === at && given.by)
  return source
    ? ` (${vouchers[source.by] ?? 'someone'} through ${String(source.provider).replace(/\p{C}/gu, '')})`
    : ''
}

const oddities = {
  signature_unlike_name: 'a signature differs from its person’s name',
  same_file: 'the same file was given twice',
  same_document: 'both people gave the same identity document',
  same_identity: 'both people were confirmed as the same person',
  same_network: 'both people used the same network',
  same_browser: 'both people used the same browser',
}

export function printOddities({ odd }) {
  for (const name of new Set((odd ?? []).map(({ oddity }) => oddity)))
    note(`look closely: ${oddities[name] ?? 'something that this checker does not know'}`)
}
