// A kept proof: c2sp.org/tlog-proof, signed-note, tlog-checkpoint, tlog-cosignature
import crypto from 'node:crypto'
import { bytes, digest, notChecked, report, sha256, verifies } from './bounds.mjs'
import { canonical, isSignedBy, strictJson } from './json.mjs'
import { rootFromInclusion } from './log.mjs'
import { Fault, say } from './say.mjs'
import { checkToken, overLog } from './timestamps.mjs'

/** Parses the `name+id+key` of a log (type 1) or a witness (type 4). */
export function noteKey(text, type) {
  const [, name, id, encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text) ?? []
  const typed = Buffer.from(encoded, 'base64')
  if (typed[0] !== type || !id || digest('sha256', `${name}\n`, typed).toString('hex', 0, 4) !== id)
    throw new Fault(
      type === 1 ? say`${text} is not the key of a log` : say`${text} is not the key of a witness`,
    )
  const spki = Buffer.concat([bytes('302a300506032b6570032100'), typed.subarray(1)])
  return { name, id, key: crypto.createPublicKey({ key: spki, format: 'der', type: 'spki' }) }
}

/** The signature of a key in the lines of a note, without the key's id; null if there is none. */
function noteSignature(lines, { name, id }) {
  for (const line of lines) {
    const [, named, encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
    const signature = Buffer.from(encoded, 'base64')
    if (named === name && signature.toString('hex', 0, 4) === id) return signature.subarray(4)
  }
  return null
}

/** The time at which a witness cosigned a checkpoint; null if it didn't. */
function cosignedAt(text, lines, witness) {
  const signature = noteSignature(lines, witness)
  if (signature?.length !== 72) return null
  const time = signature.readBigUInt64BE()
  const signed = Buffer.from(`cosignature/v1\ntime ${time}\n${text}`)
  return verifies(null, signed, witness.key, signature.subarray(8)) ? new Date(Number(time) * 1000) : null
}

/** Checks a proof that was kept with a record, and returns the proven state of the log. */
export function checkProof(file, { certificates, facts, pdfSha256, witnesses, roots }) {
  const [head, text = '', signatures = '', ...rest] = file.split('\n\n')
  const [first, extra = '', index = '', ...path] = head.split('\n')
  const [origin, size, root, ...more] = text.split('\n')
  const signed = Buffer.from(`${text}\n`)
  const isProof =
    first === 'c2sp.org/tlog-proof@v1' && /^extra /.test(extra) && /^index (0|[1-9]\d*)$/.test(index)
  if (!isProof || rest.length > 0 || more.length > 0 || !/^[1-9]\d*$/.test(size))
    throw new Fault(say`the proof is malformed`)
  const { log, timestamp } = strictJson(Buffer.from(extra.slice('extra '.length), 'base64'))
  const named = canonical({ origin: log.origin, verifierKey: log.verifierKey })
  report(
    log.origin === origin &&
      certificates.some((certificate) => isSignedBy(certificate, named, log.signature)),
    say`the key of the log ${origin} is signed with the key of the seal`,
  )
  const logKey = noteKey(log.verifierKey, 1)
  const lines = signatures.split('\n').filter((line) => line !== '')
  const signature = noteSignature(lines, logKey)
  report(
    logKey.name === origin && signature !== null && verifies(null, signed, logKey.key, signature),
    say`the log signed its state of ${size} documents`,
  )
  const tree = { size: Number(size), rootHash: Buffer.from(root, 'base64').toString('hex') }
  const leafIndex = Number(index.slice('index '.length))
  const hashes = path.map((hash) => Buffer.from(hash, 'base64').toString('hex'))
  const computed = rootFromInclusion(sha256(bytes('00'), bytes(pdfSha256)), leafIndex, tree.size, hashes)
  report(
    computed === tree.rootHash && leafIndex < tree.size && leafIndex >= facts.log.size,
    say`the PDF is entry ${leafIndex} of that state`,
  )
  const token = timestamp ? Buffer.from(timestamp.token, 'base64') : null
  const stamp = token && checkToken(token, { data: signed, of: overLog, at: timestamp.at, roots })
  if (!timestamp) notChecked(say`the time of that state: no authority stamped it`)
  for (const witness of witnesses) {
    const at = cosignedAt(signed, lines, witness)
    report(
      at !== null,
      at
        ? say`the witness ${witness.name} cosigned that state, at ${at.toISOString()}`
        : say`the witness ${witness.name} cosigned that state`,
    )
  }
  const others = lines
    .map((line) => line.split(' ')[1])
    .filter((name) => name !== origin && !witnesses.some((each) => each.name === name))
  if (others.length > 0) notChecked(say`the cosignatures of ${others.join(', ')} (--witness KEY)`)
  if (lines.length === 1)
    notChecked(say`whether others saw that state of the log: no witness had cosigned it`)
  return { ...tree, stamp }
}
