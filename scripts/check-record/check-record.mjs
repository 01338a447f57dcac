#!/usr/bin/env node
// Checks a record or its archived copy: node check-record.mjs record.pdf record.json --certificate seal.pem
// [--certificates list.json] [--origin https://…] [--authority roots.pem] [--proof record.tlog-proof [--witness KEY]…]
// [--picture photo.jpg]… [--language de]
//
// It needs only Node and shares no code with the product: it implements docs/record-format.md. A record contains the
// certificate that signed it, and so does a forged record. A record is therefore valid only with a certificate
// (--certificate) or a service (--origin) that you name. With --any-certificate this check is skipped, and no record
// is reported as valid. Exit codes: 0 if the record is valid, 1 if it isn't, 2 for wrong arguments, and 3 if everything
// is consistent but no certificate was named. It lists the checks that it skipped.
import process from 'node:process'
import { checkArchive } from './archive.mjs'
import {
  failures,
  hasExactly,
  most,
  notChecked,
  readBounded,
  readText,
  report,
  sha256,
  tell,
} from './bounds.mjs'
import { isCurrent, writeName } from './certificates.mjs'
import { checkLongTerm } from './conclusions.mjs'
import { canonical, isSignedBy, readHeader, signerOf, strictJson } from './json.mjs'
import { checkTexts, checkTrail, describeHowKnown, printClock, printOddities, printValidity } from './log.mjs'
import { checkProof, noteKey } from './proof.mjs'
import { describeEnd, languages, say, speak } from './say.mjs'
import { checkSeal } from './seal.mjs'
import { askService, checkLog, checkPin, isSafeOrigin, pemsIn } from './service.mjs'
import { checkTimestamp } from './timestamps.mjs'

const command =
  'check-record.mjs record.pdf record.json --certificate seal.pem|--any-certificate [--certificates list.json] [--origin https://…] [--authority roots.pem] [--proof record.tlog-proof [--witness KEY]…] [--picture photo.jpg]…'
/** The arguments; null for wrong ones. The first versions of Node 18 have no `util.parseArgs`. */
function readArguments([...left]) {
  const options = { witness: [], picture: [] }
  const files = []
  while (left.length > 0) {
    const argument = left.shift()
    const [, name] =
      /^--(origin|certificate|certificates|authority|proof|witness|picture|language)$/.exec(argument) ?? []
    if (name === 'witness' || name === 'picture') options[name].push(left.shift() ?? '')
    else if (name) options[name] = left.shift() ?? ''
    else if (argument === '--any-certificate') options.anyCertificate = true
    else if (argument.startsWith('--')) options.unknown = ''
    else files.push(argument)
  }
  const isKnown = !('language' in options) || speak(options.language)
  const isUsable =
    isKnown &&
    files.length === 2 &&
    !Object.values(options).flat().includes('') &&
    (options.witness.length === 0 || options.proof) &&
    (!options.origin || isSafeOrigin(options.origin))
  return isUsable ? { options, files } : null
}

const given = readArguments(process.argv.slice(2))
if (!given) {
  console.error(say`usage: ${`${command} [--language ${languages.join('|')}]`}`)
  process.exit(2)
}
const { options, files } = given
let isPinned = false
try {
  const [file, json] = await Promise.all([readBounded(files[0]), readBounded(files[1], most.jsonBytes)])
  const record = strictJson(json)
  const { signature, ...payload } = record
  const { facts } = payload
  const isWhole =
    hasExactly(record, 'facts', 'pdf', 'signature') &&
    hasExactly(payload.pdf, 'sha256', 'byteCount', 'timestamp') &&
    hasExactly(
      payload.pdf.timestamp,
      ...(payload.pdf.timestamp?.state === 'granted' ? ['state', 'at', 'token'] : ['state']),
    ) &&
    ['record', 'withdrawal'].includes(facts.document)
  report(isWhole, say`the JSON has the parts of a record and no others`)
  const { verificationId, revision, drawnAt } = facts
  tell(
    facts.document === 'record'
      ? say`it says that it is a record, of verification ${verificationId}, revision ${revision}`
      : say`it says that it is a withdrawal of consent, and not the record, of verification ${verificationId}, revision ${revision}`,
  )
  const { kid } = readHeader(signature)
  const certificate = signerOf(signature)
  const fingerprint = sha256(certificate.raw)
  const pin = await checkPin(certificate, options)
  isPinned = pin.isPinned
  report(
    isSignedBy(certificate, canonical(payload), signature),
    say`the JSON is signed by ${writeName(certificate.subject)}`,
  )
  report(
    [facts.sealCertificateSha256, kid].every((named) => named === fingerprint),
    say`it names the certificate that signed it`,
  )
  report(isCurrent(certificate, new Date(drawnAt)), say`the certificate was valid then`)
  const sealed = file.subarray(0, payload.pdf.byteCount)
  const isCopy =
    payload.pdf.sha256 === sha256(sealed) &&
    /^\d+ 0 obj\n/.test(file.toString('latin1', sealed.length, sealed.length + 20))
  const pdf = isCopy ? sealed : file
  report(
    payload.pdf.sha256 === sha256(pdf) && payload.pdf.byteCount === pdf.length,
    isCopy
      ? say`it belongs to the sealed PDF at the start of this archived copy, byte for byte`
      : say`it belongs to this PDF, byte for byte`,
  )
  const seal = checkSeal(pdf, certificate, drawnAt)
  const roots = options.authority ? pemsIn(await readText(options.authority)) : null
  const stamp = checkTimestamp(seal, payload.pdf.timestamp, { certificate, drawnAt, roots })
  const kept = options.proof
    ? checkProof(await readText(options.proof), {
        certificates: [
          certificate,
          ...(options.certificate ? pemsIn(await readText(options.certificate)) : []),
        ],
        facts,
        pdfSha256: sha256(pdf),
        witnesses: options.witness.map((key) => noteKey(key, 4)),
        roots,
      })
    : null
  const archive = checkArchive(file, pdf, { stamp, roots })
  const others = kept?.stamp ? [kept.stamp] : []
  checkLongTerm({ seal, stamp, archive, others, drawnAt, roots })
  if (facts.log.size === 0) report(facts.log.rootHash === sha256(), say`the log that it names was empty`)
  checkTrail(facts)
  printClock(facts)
  printValidity(facts)
  describeHowKnown(facts)
  checkTexts(facts)
  printOddities(facts)
  for (const picture of options.picture) {
    const hash = sha256(await readBounded(picture))
    report(
      (facts.evidence ?? []).some((given) => given.sha256 === hash),
      say`the record has the fingerprint of ${picture}`,
    )
  }
  if (options.origin) {
    await checkLog(options.origin, pin, facts, sha256(pdf), kept)
    await askService(options.origin, sha256(pdf))
    if (isCopy) await askService(options.origin, sha256(file))
  } else
    notChecked(
      kept
        ? say`whether the record is still in the transparency log, and whether consent was withdrawn since (--origin https://…)`
        : say`whether the record is in the transparency log, and whether consent was withdrawn since (--origin https://…)`,
    )
  notChecked(
    say`whether the pages of the PDF say what the JSON says: each has its own signature, so read both`,
  )
  notChecked(say`whether what people declared is true: the record says how each thing is known`)
} catch (error) {
  report(false, describeEnd(error))
}
if (failures.length > 0) console.log(say`It does not hold: ${failures.length} of the checks failed.`)
else if (isPinned) console.log(say`Everything that was checked holds.`)
else
  console.log(
    say`What was checked fits together. You did not say whose certificate to trust, so this proves nothing.`,
  )
process.exitCode = failures.length > 0 ? 1 : isPinned ? 0 : 3
