#!/usr/bin/env node
// Witnesses a transparency log: node witness.mjs --name witness.example/w1 --log VERIFIER_KEY [--watch
// https://assent.example] [--data ./witness] [--host 127.0.0.1] [--port 8090]
//
// It needs only Node and shares no code with the product. It stores the longest state of a log that it has seen, and
// signs a later state only with a proof that the later one extends the stored one (c2sp.org/tlog-witness,
// c2sp.org/tlog-cosignature). A log submits its states with POST /add-checkpoint. With --watch the witness requests
// them from the log every minute, or once with --once. Then it exits with 0 if the log is consistent, and with 1 if it
// isn't or didn't answer. A signed state that contradicts the stored one is kept in the folder as proof.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, constants, mkdir, open, readFile, rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'

const hashSha256 = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const log = (text) => console.log(`${new Date().toISOString()} ${text}`)

// ---- Notes: c2sp.org/signed-note, c2sp.org/tlog-checkpoint

const computeKeyId = (name, typed) => hashSha256(`${name}\n`, typed).subarray(0, 4)
const toDer = (key) => Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key])

/** Parses the `name+id+key` of a log; null for an invalid text. */
function readLogKey(text) {
  const [, name, id, encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text) ?? []
  const typed = Buffer.from(encoded, 'base64')
  if (typed[0] !== 1 || computeKeyId(name, typed).toString('hex') !== id) return null
  const publicKey = createPublicKey({ key: toDer(typed.subarray(1)), format: 'der', type: 'spki' })
  return { name, id: Buffer.from(id, 'hex'), publicKey }
}

/** Parses a checkpoint into its text, size, root and signature lines; null for an invalid one. */
function readCheckpoint(note) {
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const [, origin, size, root] =
    /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/.exec(text) ?? []
  if (end < 0 || !origin) return null
  return {
    text,
    origin,
    size: Number(size),
    root: Buffer.from(root, 'base64'),
    lines: note.slice(end + 2).split('\n'),
  }
}

const isSigned = ({ text, lines }, keys) =>
  lines.some((line) => {
    const [, name, encoded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
    const bytes = Buffer.from(encoded, 'base64')
    const key = keys.find((known) => known.name === name && known.id.equals(bytes.subarray(0, 4)))
    return key !== undefined && verify(null, Buffer.from(text), key.publicKey, bytes.subarray(4))
  })

/** RFC 9162, 2.1.4.2: whether the tree of the second size extends the tree of the first size. */
function isConsistent(first, second, firstRoot, secondRoot, given) {
  if (first === 0) return given.length === 0
  if (first === second) return given.length === 0 && firstRoot.equals(secondRoot)
  const path = Number.isInteger(Math.log2(first)) ? [firstRoot, ...given] : [...given]
  const node = (left, right) => hashSha256(Buffer.from([1]), left, right)
  const half = (number) => Math.floor(number / 2)
  let [fn, sn] = [first - 1, second - 1]
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)]
  let [fr, sr] = [path[0], path[0]]
  if (fr === undefined) return false
  for (const hash of path.slice(1)) {
    if (sn === 0) return false
    if (fn % 2 === 1 || fn === sn) {
      fr = node(hash, fr)
      sr = node(hash, sr)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)]
    } else sr = node(sr, hash)
    ;[fn, sn] = [half(fn), half(sn)]
  }
  return sn === 0 && fr.equals(firstRoot) && sr.equals(secondRoot)
}

// ---- Stored states

/** Writes a file atomically, and resolves once it is on disk. */
async function write(folder, name, text) {
  const file = await open(join(folder, `${name}.new`), 'w', 0o600)
  await file.writeFile(text)
  await file.sync()
  await file.close()
  await rename(join(folder, `${name}.new`), join(folder, name))
  const directory = await open(folder)
  await directory.sync()
  await directory.close()
}

const readIfThere = (path) =>
  readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

/** One folder after the other: below /proc, Node's recursive mkdir never ends. */
async function makeFolder(path) {
  if (existsSync(path)) return
  await makeFolder(dirname(path))
  await mkdir(path, { mode: 0o700 })
}

async function loadOwnKey(folder) {
  await makeFolder(resolve(folder))
  await access(folder, constants.W_OK)
  const kept = await readIfThere(join(folder, 'key.pem'))
  if (kept) return createPrivateKey(kept)
  const { privateKey } = generateKeyPairSync('ed25519')
  await write(folder, 'key.pem', privateKey.export({ format: 'pem', type: 'pkcs8' }))
  return privateKey
}

const getFile = (origin) => hashSha256(origin).toString('hex').slice(0, 32)

/** The last cosigned state of a log; of size 0 before the first. */
async function recall(folder, origin) {
  const note = await readIfThere(join(folder, `${getFile(origin)}.checkpoint`))
  const checkpoint = note === null ? { size: 0, root: Buffer.alloc(0) } : readCheckpoint(note)
  if (!checkpoint) throw new Error(`the stored state of ${origin} can't be read`)
  return checkpoint
}

// ---- The witness

function createWitness({ name, keys, folder, privateKey }) {
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  const typed = Buffer.concat([Buffer.from([4]), publicKey])
  const id = computeKeyId(name, typed)

  function cosign(text) {
    const time = BigInt(Math.floor(Date.now() / 1000))
    const stamp = Buffer.alloc(8)
    stamp.writeBigUInt64BE(time)
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), privateKey)
    return `— ${name} ${Buffer.concat([id, stamp, signature]).toString('base64')}\n`
  }

  /** Stores a signed state that contradicts the stored one. */
  async function keepConflict({ origin, size, root }, note) {
    const name = `conflict-${getFile(origin)}-${size}-${root.toString('hex').slice(0, 16)}.checkpoint`
    await write(folder, name, note)
    log(`FORK of ${origin}: it signed a state of ${size} entries that contradicts the stored state`)
  }

  /** Cosigns a state that extends the stored one, with the request and answers of c2sp.org/tlog-witness. */
  async function add(request) {
    const [, old, proof, note = ''] =
      /^old (0|[1-9]\d{0,14})\n((?:[A-Za-z0-9+/]{43}=\n){0,63})\n([\s\S]*)$/.exec(request) ?? []
    const checkpoint = readCheckpoint(note)
    if (!checkpoint) return { status: 400, body: 'invalid request or checkpoint\n' }
    const { origin, size, root, text } = checkpoint
    const known = keys.filter((key) => key.name === origin)
    if (known.length === 0) return { status: 404, body: 'unknown log\n' }
    if (!isSigned(checkpoint, known)) return { status: 403, body: 'no signature by a known key of the log\n' }
    if (Number(old) > size) return { status: 400, body: 'the old size is larger than the new one\n' }
    const last = await recall(folder, origin)
    const conflict = { status: 409, body: `${last.size}\n`, type: 'text/x.tlog.size' }
    if (size === last.size && size > 0 && !root.equals(last.root)) {
      await keepConflict(checkpoint, note)
      return conflict
    }
    if (Number(old) !== last.size) return conflict
    const hashes = proof.split('\n').slice(0, -1)
    const path = hashes.map((hash) => Buffer.from(hash, 'base64'))
    // Not kept as a conflict: anyone can send a valid checkpoint with a wrong proof.
    if (!isConsistent(last.size, size, last.root, root, path))
      return { status: 422, body: 'the proof does not show that this state extends the stored one\n' }
    await write(folder, `${getFile(origin)}.checkpoint`, note)
    if (size > last.size) log(`cosigned ${origin}: ${size} entries`)
    return { status: 200, body: cosign(text) }
  }

  // Requests run one after the other, so that each is compared with the newest stored state.
  let queue = Promise.resolve()
  const inTurn = (request) => {
    const answer = queue.then(() => add(request))
    queue = answer.catch(() => {})
    return answer
  }
  return {
    add: inTurn,
    keepConflict,
    verifierKey: `${name}+${id.toString('hex')}+${typed.toString('base64')}`,
  }
}

/** Requests a log's newest state and its consistency proof. True if the state extends the stored one. */
async function watchOnce(url, { keys, folder, witness }) {
  const ask = async (path) => {
    const answer = await fetch(new URL(path, url), { redirect: 'error', signal: AbortSignal.timeout(20_000) })
    return answer.ok ? answer : Promise.reject(new Error(`${path} answered ${answer.status}`))
  }
  const note = await (await ask('/api/transparency/checkpoint')).text()
  const checkpoint = readCheckpoint(note)
  const known = keys.filter(({ name }) => name === checkpoint?.origin)
  if (!checkpoint || !isSigned(checkpoint, known))
    throw new Error('its checkpoint is not signed with a key given by --log')
  const last = await recall(folder, checkpoint.origin)
  if (checkpoint.size < last.size) {
    log(`SHRUNK: ${checkpoint.origin} has ${checkpoint.size} entries, and had ${last.size}`)
    return false
  }
  const hasGrown = last.size > 0 && checkpoint.size > last.size
  const path = hasGrown
    ? (await (await ask(`/api/transparency/consistency?from=${last.size}&to=${checkpoint.size}`)).json()).path
    : []
  const lines = path.map((hash) => `${Buffer.from(hash, 'hex').toString('base64')}\n`).join('')
  const { status } = await witness.add(`old ${last.size}\n${lines}\n${note}`)
  if (status === 422) await witness.keepConflict(checkpoint, note)
  return status === 200
}

const requestMaxBytes = 64 * 1024

function serve(witness, { host, port }) {
  const server = createServer(async (request, response) => {
    const answer = ({ status, body, type = 'text/plain; charset=utf-8' }) =>
      response.writeHead(status, { 'content-type': type }).end(body)
    if (request.method === 'GET' && request.url === '/')
      return answer({ status: 200, body: `${witness.verifierKey}\n` })
    if (request.method !== 'POST' || request.url !== '/add-checkpoint')
      return answer({ status: 404, body: 'not found\n' })
    try {
      let body = ''
      for await (const part of request.setEncoding('utf8')) {
        body += part
        if (body.length > requestMaxBytes) return answer({ status: 413, body: 'too long\n' })
      }
      answer(await witness.add(body))
    } catch (error) {
      log(`a request failed: ${error}`)
      answer({ status: 500, body: 'internal error\n' })
    }
  })
  server.requestTimeout = 30_000
  server.listen(port, host, () => log(`listens on http://${host}:${server.address().port}`))
}

const { values } = parseArgs({
  options: {
    name: { type: 'string' },
    log: { type: 'string', multiple: true },
    watch: { type: 'string' },
    once: { type: 'boolean' },
    data: { type: 'string', default: './witness' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8090' },
  },
})
if (!/^[^\s+]+$/.test(values.name ?? '') || !values.log) {
  console.error(
    'usage: witness.mjs --name witness.example/w1 --log VERIFIER_KEY [--watch https://… [--once]] [--data ./witness] [--port 8090]',
  )
  process.exit(2)
}
function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}
const keys = values.log.map(
  (text) =>
    readLogKey(text) ??
    giveUp(`--log ${text} is not the key of a log. The page /log of the service shows its key.`),
)
const privateKey = await loadOwnKey(values.data).catch((error) =>
  giveUp(
    `--data ${values.data} can't be used (${error.code ?? error.message}). Give a folder that this user can write to, or restore its key.pem.`,
  ),
)
const parts = { name: values.name, keys, folder: values.data }
const witness = createWitness({ ...parts, privateKey })
log(`witness ${values.name} ${witness.verifierKey}`)
const watch = () =>
  watchOnce(values.watch, { ...parts, witness }).catch((error) => {
    log(`${values.watch} could not be checked: ${error.message}`)
    return false
  })
if (values.once && values.watch) process.exitCode = (await watch()) ? 0 : 1
else {
  serve(witness, { host: values.host, port: Number(values.port) })
  while (values.watch) {
    await watch()
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  }
}
