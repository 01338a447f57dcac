import { OctetString } from 'asn1js'
import { BasicOCSPResponse, Certificate, OCSPResponse } from 'pkijs'
import { toExactBuffer } from '../sealing/seal-key.ts'

/**
 * Adds an unsigned certificate before those of an OCSP response: a copy of the first one, with an INTEGER in its
 * subject in place of text. pkijs can read it, OpenSSL can't.
 */
export function withUnreadableCertificate(answer: Uint8Array): Buffer {
  const response = OCSPResponse.fromBER(toExactBuffer(answer))
  if (!response.responseBytes) throw new Error('the response says nothing')
  const basic = BasicOCSPResponse.fromBER(response.responseBytes.response.getValue())
  const [own] = basic.certs ?? []
  if (!own) throw new Error('the response has no certificate')
  const der = Buffer.from(own.toSchema().toBER())
  const text = der.lastIndexOf(Buffer.from('Local responder'))
  der[text - 2] = 0x02
  basic.certs = [Certificate.fromBER(toExactBuffer(der)), ...(basic.certs ?? [])]
  response.responseBytes.response = new OctetString({ valueHex: basic.toSchema().toBER() })
  return Buffer.from(response.toSchema().toBER())
}
