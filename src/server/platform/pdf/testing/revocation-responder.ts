import { readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { OpensslAuthority } from './openssl-authority.ts'
import { withUnreadableCertificate } from './unreadable-certificate.ts'

/** How the responder and the list handle the next requests. */
export type ResponderBehaviour =
  | 'honest'
  /** Knows no certificate. */
  | 'unknown'
  /** Repeats its previous answer, even after it has expired. */
  | 'stale'
  /** Answers correctly, but about another certificate. */
  | 'other_certificate'
  /** Adds an unreadable certificate. */
  | 'unreadable_certificate'
  /** Signs with a certificate that was not issued for this purpose. */
  | 'wrong_signer'
  | 'garbage'
  | 'hang'
  | 'server_error'
  | 'huge'
  | 'redirect'

/** The state that tests set, and the requests that they can check. */
export type Responding = {
  ocsp: ResponderBehaviour
  crl: ResponderBehaviour
  /** The validity of new lists, in days. */
  listDays: number
  asked: string[]
}

type Responder = OpensslAuthority & Responding

/** Serves revocation answers for an authority's certificates at `/ocsp` (RFC 6960) and `/crl` (RFC 5280). */
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
