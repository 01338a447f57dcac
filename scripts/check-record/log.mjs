// The trail and the log: RFC 9162
import { bytes, note, report, sha256, tell } from './bounds.mjs'
import { canonical } from './json.mjs'
import { say } from './say.mjs'

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
  report(
    isWhole,
    leftOut > 0
      ? say`the audit trail is an unbroken chain, except for ${leftOut} rows that the record leaves out`
      : say`the audit trail is an unbroken chain`,
  )
}

/** Prints the record's statements about the clock of its times. */
export function printClock({ clock, auditTrail }) {
  for (const { event, at, detail } of auditTrail)
    if (event === 'clock_set_back')
      note(
        say`the clock of the service was set back to ${detail.clockAt}; rows from ${at} on have no times of their own until it had passed that`,
      )
  if (clock.state === 'synchronised')
    tell(say`the clock of the service was synchronised, says ${clock.source}`)
  else note(say`nothing says that the clock of the service was synchronised (${clock.state})`)
}

/** Prints the end of the consent's validity according to the record, if it has one. */
export function printValidity({ validUntil }) {
  if (validUntil === undefined) return
  const end = Date.parse(validUntil)
  if (Number.isNaN(end)) return report(false, say`it states until when the consent is valid`)
  const at = new Date(end).toISOString()
  tell(end > Date.now() ? say`the consent is valid until ${at}` : say`the consent was valid until ${at}`)
}

/** The first two differ in the words on their pages alone. */
const formats = ['sealed-record/2', 'sealed-record/3', 'sealed-record/4']

/** Prints the record's statements about the evidence of each fact, which can't be checked here. */
export function describeHowKnown({ format, document, known, sources }) {
  if (!formats.includes(format)) return report(false, say`it is of a format that is known here (${format})`)
  if (document !== 'record') return
  const rows = new Set(known.map(({ fact, party }) => `${fact} of ${party}`))
  report(rows.size === known.length, say`it says how each fact is known, once each`)
  const [ofWhom, steps] = [describeFacts(), describeSteps()]
  for (const { fact, party, step, at, agrees } of known) {
    const what = ofWhom[party]?.[fact] ?? `${fact}, ${party}`
    const how = describeVoucher(sources?.[party] ?? [], { step, at }, steps[step] ?? step)
    tell(
      agrees === false
        ? say`${what}: ${how}, since ${at}, and what was given says otherwise`
        : say`${what}: ${how}, since ${at}`,
    )
  }
}

const describeFacts = () => ({
  creator: {
    age: say`18 or over of the creator`,
    name: say`name of the creator`,
    face: say`face of the creator`,
    mailbox: say`mailbox of the creator`,
  },
  thirdParty: {
    age: say`18 or over of the thirdParty`,
    name: say`name of the thirdParty`,
    face: say`face of the thirdParty`,
    mailbox: say`mailbox of the thirdParty`,
  },
})
const describeSteps = () => ({
  declared: say`declared`,
  document: say`document`,
  provider: say`provider`,
  wallet: say`wallet`,
  typed: say`typed`,
  code: say`code`,
})

/**
 * Checks that each person's text has the hash that they signed, and that the record names the languages of both. The
 * formats before sealed-record/4 have one text, in English, without a hash.
 */
export function checkTexts({ format, document, language, alsoIn, consent }) {
  if (format !== 'sealed-record/4') return
  const isTag = (tag) => typeof tag === 'string' && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag)
  if (document !== 'record') {
    const isNamed = isTag(language) && (alsoIn === undefined || (isTag(alsoIn) && alsoIn !== language))
    return report(isNamed, say`it names its languages`)
  }
  const { creator, thirdParty } = consent
  for (const [{ sha256: hash, ticked, ...text }, isCreators] of [
    [creator, true],
    [thirdParty, false],
  ]) {
    const tag = isTag(text.language) ? text.language : say`in no language`
    report(
      sha256(canonical(text)) === hash,
      isCreators
        ? say`the text that the creator signed (${tag}) has its hash`
        : say`the text that the third party signed (${tag}) has its hash`,
    )
    report(
      ticked.every((statement) => typeof text.statements[statement] === 'string'),
      isCreators
        ? say`what the creator ticked is in that text`
        : say`what the third party ticked is in that text`,
    )
  }
  const other = thirdParty.language === creator.language ? undefined : thirdParty.language
  report(
    isTag(creator.language) && language === creator.language && alsoIn === other,
    say`it names the languages in which they signed`,
  )
  if (other)
    note(
      say`the two signed in different languages: nobody is bound to more than the text that they signed says`,
    )
}

/** How a fact is known, with who vouched for it, without the control characters that a name could have. */
function describeVoucher(sources, { step, at }, how) {
  const source = sources.find((given) => given.step === step && given.at === at && given.by)
  if (!source) return how
  const provider = String(source.provider).replace(/\p{C}/gu, '')
  const vouchers = {
    bank: say`${how} (their bank through ${provider})`,
    eid: say`${how} (their eID through ${provider})`,
    age_key: say`${how} (their age key through ${provider})`,
  }
  return vouchers[source.by] ?? say`${how} (someone through ${provider})`
}

export function printOddities({ odd }) {
  const oddities = {
    signature_unlike_name: say`look closely: a signature differs from its person’s name`,
    same_file: say`look closely: the same file was given twice`,
    same_document: say`look closely: both people gave the same identity document`,
    same_identity: say`look closely: both people were confirmed as the same person`,
    same_network: say`look closely: both people used the same network`,
    same_browser: say`look closely: both people used the same browser`,
  }
  for (const name of new Set((odd ?? []).map(({ oddity }) => oddity)))
    note(oddities[name] ?? say`look closely: something that this checker does not know`)
}
