import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { dayMs } from '../clock/index.ts'
import { ignoreMissing, syncPath, writeDurably } from '../files/index.ts'
import { hashHex } from '../hash-hex.ts'
import type { Macs } from '../keys/index.ts'

/** The name of a stored file in the folder `files` of a set. */
export const fileName = /^([0-9a-f]{32})-([0-9a-f]{64})\.age$/

/**
 * What the installation stored under a name in a set: the size and the SHA-256 of the encrypted bytes. Written as a
 * line, with a MAC by the installation's signing keys.
 */
export type Proof = { name: string; size: number; sha256: string }

const purpose = 'backup'

const toText = ({ name, size, sha256 }: Proof) => `${name} ${size} ${sha256}`

export function writeProof(proof: Proof, macs: Macs): string {
  return `${toText(proof)} ${macs.computeMac(purpose, toText(proof))}`
}

/** Null for a line that this installation didn't write, or that was changed. */
export function readProof(line: string, macs: Macs): Proof | null {
  const [, name, size, sha256, mac] = /^(\S+) (\d+) ([0-9a-f]{64}) ([\w-]{43})$/.exec(line) ?? []
  if (!name || !sha256 || !mac) return null
  const proof = { name, size: Number(size), sha256 }
  return macs.verifyMac(purpose, toText(proof), mac) ? proof : null
}

/** The content of a list `TIME.files`: a proof of the backup, a proof of the ids, then an id on each line. */
export function writeList(backup: Proof, ids: string[], macs: Macs): string {
  const text = ids.join('\n')
  const list = { name: nameList(backup.name), size: text.length, sha256: hashHex(text) }
  return [writeProof(backup, macs), writeProof(list, macs), text].join('\n')
}

/**
 * The ids in a list and the proof of its backup. The proof is null in a list of an older version of the program. Null
 * when the list was changed.
 */
export function readList(
  text: string,
  name: string,
  macs: Macs,
): { backup: Proof | null; ids: string[] } | null {
  const [first = '', second = '', ...ids] = text.split('\n')
  if (!first.includes(' ')) return { backup: null, ids: text.split('\n').filter(Boolean) }
  const list = readProof(second, macs)
  const backup = readProof(first, macs)
  const isUnchanged = list?.name === name && list.sha256 === hashHex(ids.join('\n'))
  return backup && isUnchanged ? { backup, ids: ids.filter(Boolean) } : null
}

export function nameList(backup: string): string {
  return backup.replace(/\.age$/, '.files')
}

/** The proof of a backup's file; null when nothing shows that this installation wrote a backup of that name. */
export async function findProof(backup: string, macs: Macs): Promise<Proof | null> {
  const list = join(dirname(backup), nameList(basename(backup)))
  const text = list === backup ? null : await readFile(list, 'utf8').catch(ignoreMissing)
  const proof = readProof(text?.split('\n')[0] ?? '', macs)
  return proof?.name === basename(backup) ? proof : null
}

const nameHashes = (folder: string) => join(folder, 'hashes')

/** The proofs of the stored files in a set, by id. The last line of an id counts. */
export async function readHashes(folder: string, macs: Macs): Promise<Map<string, Proof>> {
  const text = (await readFile(nameHashes(folder), 'utf8').catch(ignoreMissing)) ?? ''
  const proofs = text.split('\n').flatMap((line) => readProof(line, macs) ?? [])
  const ofFiles = proofs.filter(({ name }) => fileName.test(name))
  return new Map(ofFiles.map((proof) => [proof.name.slice(0, 32), proof]))
}

/** Adds a line. It begins a new line, because a killed run may have written half of one. */
export async function addHash(folder: string, proof: Proof, macs: Macs): Promise<void> {
  await appendFile(nameHashes(folder), `\n${writeProof(proof, macs)}`, { mode: 0o600 })
}

export async function rewriteHashes(folder: string, hashes: Map<string, Proof>, macs: Macs): Promise<void> {
  await writeDurably(
    nameHashes(folder),
    [...hashes.values()].map((proof) => writeProof(proof, macs)).join('\n'),
  )
}

export async function syncHashes(folder: string): Promise<void> {
  await syncPath(nameHashes(folder)).catch(ignoreMissing)
}

/** A run reads a share of the set: the whole set in this number of days. */
const shareDays = 30

/** Whether the file has its size and, if its share is due on this day, its hash. A missing file isn't whole. */
export async function isWhole(file: string, proof: Proof, now: Date): Promise<boolean> {
  const { size } = (await stat(file).catch(ignoreMissing)) ?? { size: null }
  if (size !== proof.size) return false
  const share = Number.parseInt(hashHex(proof.name).slice(0, 8), 16) % shareDays
  if (share !== Math.floor(now.getTime() / dayMs) % shareDays) return true
  return (await hashFile(file).catch(() => null)) === proof.sha256
}

/** The SHA-256 of a file, in hex. */
export async function hashFile(file: string): Promise<string> {
  const sha256 = createHash('sha256')
  await pipeline(createReadStream(file), sha256)
  return sha256.digest('hex')
}
