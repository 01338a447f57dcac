import { OctetString } from 'asn1js'
import { BasicOCSPResponse, Certificate, OCSPResponse } from 'pkijs'
import { toExactBuffer } from '../sealing/seal-key.ts'

/**
 * An OCSP response with one more certificate in front of its own, which nothing signs: a copy of the first whose
 * subject has an INTEGER where there has to be text. pkijs reads it, OpenSSL does not.
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
