import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type ToolAnswer = { exitCode: number; output: string }

/** Runs an external program on files with these contents; `args` refer to them by name. */
export async function onFiles(
  files: Record<string, Uint8Array | string>,
  command: string,
  ...args: string[]
): Promise<ToolAnswer> {
  const folder = await mkdtemp(join(tmpdir(), 'public-tool-'))
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
    return await new Promise((resolve, reject) => {
      execFile(command, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
        if (error && typeof error.code !== 'number') reject(error)
        else resolve({ exitCode: error ? Number(error.code) : 0, output: stdout + stderr })
      })
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The parts of a seal that a reader takes from a PDF: the signed bytes and the CMS signature. */
export function readSignature(pdf: Uint8Array): { signed: Uint8Array; cms: Uint8Array } {
  const text = Buffer.from(pdf).toString('latin1')
  const [range] = [...text.matchAll(/\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].slice(-1)
  const [first = 0, second = 0, length = 0] = range?.slice(1).map(Number) ?? []
  const padded = Buffer.from(text.slice(first + 1, second - 1), 'hex')
  // A DER SEQUENCE with a two-byte length; zeros follow it.
  const cms = padded.subarray(0, 4 + padded.readUInt16BE(2))
  return { signed: Buffer.concat([pdf.subarray(0, first), pdf.subarray(second, second + length)]), cms }
}

/** Verifies a detached CMS signature over the signed bytes with openssl, up to a trusted certificate (PEM). */
export function verifyCms(cms: Uint8Array, signed: Uint8Array, certificatePem: string): Promise<ToolAnswer> {
  return onFiles(
    { 'a.cms': cms, 'a.bin': signed, 'a.pem': certificatePem },
    ...([
      'openssl',
      'cms',
      '-verify',
      '-inform',
      'DER',
      '-in',
      'a.cms',
      '-content',
      'a.bin',
      '-binary',
    ] as const),
    ...['-CAfile', 'a.pem', '-purpose', 'any', '-out', '/dev/null'],
  )
}
