import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { createNoteSigner, findCosignature, type NoteSigner } from '../../platform/notes/index.ts'
import { openForFile } from '../../testing/test-app.ts'
import { startWitness, witnessScript } from '../../testing/witness-process.ts'
import { formatCheckpoint, signCheckpoint } from './checkpoint.ts'
import { type Coordinate, computeNodesForLeaf, hashLeaf, hashRange, listConsistencyRanges } from './merkle.ts'

/** A log in memory whose leaves are single bytes. */
function makeLog(...leaves: number[]) {
  const nodes = new Map<string, string>()
  const lookup = ({ level, index }: Coordinate) => nodes.get(`${level}/${index}`) ?? ''
  for (const [index, leaf] of leaves.entries())
    for (const node of computeNodesForLeaf(index, hashLeaf(Buffer.from([leaf])), lookup))
      nodes.set(`${node.level}/${node.index}`, node.hash)
  return {
    tree: (size: number) => ({ size, rootHash: hashRange({ start: 0, end: size }, lookup) }),
    proof: (from: number, to: number) =>
      listConsistencyRanges(from, to).map((range) => hashRange(range, lookup)),
  }
}

const signerNamed = (name: string): NoteSigner => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return createNoteSigner({ sealKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), name })
}
const signer = signerNamed('assent.example/log')
const log = makeLog(1, 2, 3, 4, 5, 6, 7)
const fork = makeLog(1, 2, 9, 4, 5, 6, 7)

const witness = openForFile(() => startWitness(signer.verifierKey))

async function submit(old: number, path: readonly string[], note: string) {
  const proof = path.map((hash) => `${Buffer.from(hash, 'hex').toString('base64')}\n`).join('')
  const body = `old ${old}\n${proof}\n${note}`
  const answer = await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}
const makeNote = (size: number, from = log, by = signer) => signCheckpoint(by, from.tree(size), [])
const atFour = { status: 409, type: 'text/x.tlog.size', text: '4\n' }

describe('a witness of the log', () => {
  it('cosigns the first state that it sees, and a later one with a proof that the log grew (LOG-10)', async () => {
    expect((await submit(0, [], makeNote(3))).status).toBe(200)
    const { status, text } = await submit(3, log.proof(3, 4), makeNote(4))
    expect(status).toBe(200)
    const signed = { text: formatCheckpoint(signer.name, log.tree(4)), lines: text.split('\n') }
    expect(findCosignature(signed, witness.key)?.at.getTime()).toBeGreaterThan(Date.now() - 60_000)
    // The signature is valid only for this state.
    const other = { ...signed, text: formatCheckpoint(signer.name, log.tree(5)) }
    expect(findCosignature(other, witness.key)).toBeNull()
    expect((await submit(4, [], makeNote(4))).status).toBe(200)
  })

  it('refuses an invalid proof, another log, another key and another start (LOG-10)', async () => {
    const elsewhere = signerNamed('elsewhere.example/log')
    const impostor = signerNamed(signer.name)
    expect((await submit(4, [], 'nothing')).status).toBe(400)
    expect((await submit(6, log.proof(5, 6), makeNote(5))).status).toBe(400)
    expect((await submit(4, log.proof(4, 6), makeNote(6, log, elsewhere))).status).toBe(404)
    expect((await submit(4, log.proof(4, 6), makeNote(6, log, impostor))).status).toBe(403)
    expect((await submit(4, log.proof(4, 6), makeNote(6).replace('\n6\n', '\n7\n'))).status).toBe(403)
    expect(await submit(3, log.proof(3, 6), makeNote(6))).toMatchObject(atFour)
    expect(await submit(0, [], makeNote(6))).toMatchObject(atFour)
    expect((await submit(4, log.proof(3, 6), makeNote(6))).status).toBe(422)
    expect((await submit(4, [], makeNote(6))).status).toBe(422)
    expect(await submit(0, [], makeNote(2))).toMatchObject(atFour)
  })

  it('refuses a rewritten log, and stores the evidence (LOG-8, LOG-10)', async () => {
    expect((await submit(4, fork.proof(4, 6), makeNote(6, fork))).status).toBe(422)
    // A signed state with a wrong proof can come from any sender and proves nothing.
    const conflicts = async () =>
      (await readdir(witness.folder)).filter((name) => name.startsWith('conflict-'))
    expect(await conflicts()).toEqual([])
    expect(await submit(4, [], makeNote(4, fork))).toMatchObject(atFour)
    expect(await conflicts()).toHaveLength(1)
    // It continues with the state that it has stored.
    expect((await submit(4, log.proof(4, 7), makeNote(7))).status).toBe(200)
  })

  it('handles simultaneous states one after another', async () => {
    const own = await startWitness(signer.verifierKey)
    const add = (size: number) =>
      fetch(`${own.url}/add-checkpoint`, { method: 'POST', body: `old 0\n\n${makeNote(size)}` }).then(
        ({ status }) => status,
      )
    const statuses = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(add))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(6)
    await own.close()
  })

  it('exits at once with one sentence for an unusable folder and for an invalid key (LOG-10)', async () => {
    const refused = (data: string, key: string) =>
      new Promise((resolve) => {
        const given = ['--name', 'witness.example/w1', '--data', data, '--log', key, '--port', '0']
        const args = [witnessScript, ...given]
        execFile(process.execPath, args, { timeout: 60_000 }, (error, _, stderr) =>
          resolve([error?.code, stderr]),
        )
      })
    expect(await refused('/proc/x/below', signer.verifierKey)).toEqual([
      1,
      expect.stringMatching(/^--data \/proc\/x\/below can't be used \(ENOENT\)\. Give a folder .+\n$/),
    ])
    expect(await refused('/dev/null', signer.verifierKey)).toEqual([
      1,
      expect.stringMatching(/^--data \/dev\/null can't be used \(ENOTDIR\)\. .+\n$/),
    ])
    expect(await refused(witness.folder, 'assent.example/log+00000000+')).toEqual([
      1,
      expect.stringMatching(/^--log assent\.example\/log\+0{8}\+ is not the key of a log\. .+\n$/),
    ])
  })
})
