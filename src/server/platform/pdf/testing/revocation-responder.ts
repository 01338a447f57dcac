import { readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { OpensslAuthority } from './openssl-authority.ts'
import { withUnreadableCertificate } from './unreadable-certificate.ts'

/** How those who say whether a certificate was revoked treat the next questions. */
export type ResponderBehaviour =
  | 'honest'
  /** Knows no certificate. */
  | 'unknown'
  /** Answers as before, at every time. */
  | 'stale'
  /** Answers, honestly, about another certificate. */
  | 'other_certificate'
  /** Sends along a certificate that cannot be read. */
  | 'unreadable_certificate'
  /** Signs with a certificate that was not issued for this. */
  | 'wrong_signer'
  | 'garbage'
  | 'hang'
  | 'server_error'
  | 'huge'
  | 'redirect'

/** What tests say to those who answer, and see of them. */
export type Responding = {
  ocsp: ResponderBehaviour
  crl: ResponderBehaviour
  /** How long its lists say that they hold. */
  listDays: number
  /** What was asked for, in order. */
  asked: string[]
}

type Responder = OpensslAuthority & Responding

/**
 * Answers whether certificates of an authority were revoked, at `/ocsp` (RFC 6960) and `/crl` (RFC 5280), one request
 * at a time.
 */
export function answerAboutRevocation(ca: Responder, origin: string) {
  const before = new Map<string, Buffer>()
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const question = await buffer(request)
    const path = request.url ?? ''
    ca.asked.push(path)
    const behaviour = path === '/ocsp' ? ca.ocsp : ca.crl
    if (behaviour === 'hang') return
    if (behaviour === 'redirect') {
      response.writeHead(307, { location: `${origin}/elsewhere` }).end()
      return
    }
    const body = behaviour === 'stale' ? before.get(path) : await makeBody(ca, path, behaviour, question)
    if (!body) throw new Error('no answer')
    before.set(path, body)
    response.writeHead(200).end(body)
  }
}

async function makeBody(
  ca: Responder,
  path: string,
  behaviour: ResponderBehaviour,
  question: Buffer,
): Promise<Buffer> {
  if (behaviour === 'server_error') throw new Error('as was asked')
  if (behaviour === 'garbage') return Buffer.from('<html>moved</html>')
  if (behaviour === 'huge') return Buffer.alloc(1024 * 1024, 0x30)
  return path === '/ocsp' ? respond(ca, behaviour, question) : list(ca, behaviour)
}

async function respond(
  { folder, openssl, issue }: Responder,
  behaviour: ResponderBehaviour,
  question: Buffer,
): Promise<Buffer> {
  const signer = behaviour === 'wrong_signer' ? 'other' : 'responder'
  for (const name of ['responder', 'other'])
    await readFile(join(folder, `${name}.pem`)).catch(() =>
      issue(name, name === 'other' ? 'stamping' : 'responding'),
    )
  await writeFile(join(folder, 'question.der'), question)
  if (behaviour === 'other_certificate')
    await openssl(
      ...(['ocsp', '-issuer', 'root.pem', '-cert', 'other.pem', '-reqout', 'question.der'] as const),
    )
  await openssl(
    ...(['ocsp', '-index', behaviour === 'unknown' ? 'nothing.txt' : 'index.txt'] as const),
    ...['-CA', 'root.pem', '-rsigner', `${signer}.pem`, '-rkey', `${signer}.key`],
    ...['-reqin', 'question.der', '-respout', 'answer.der', '-ndays', '7'],
  )
  const answer = await readFile(join(folder, 'answer.der'))
  return behaviour === 'unreadable_certificate' ? withUnreadableCertificate(answer) : answer
}

async function list(
  { folder, openssl, listDays }: Responder,
  behaviour: ResponderBehaviour,
): Promise<Buffer> {
  await openssl(
    ...(['ca', '-gencrl', '-name', 'authority', '-crldays', String(listDays), '-out', 'list.pem'] as const),
    ...['-config', 'openssl.cnf'],
  )
  await openssl('crl', '-in', 'list.pem', '-outform', 'DER', '-out', 'list.der')
  const der = await readFile(join(folder, 'list.der'))
  if (behaviour === 'wrong_signer') der[der.length - 1] = (der.at(-1) ?? 0) ^ 1
  return der
}
