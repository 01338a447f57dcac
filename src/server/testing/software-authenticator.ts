import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const encode = (data: string | Buffer) => Buffer.from(data).toString('base64url')

const present = 0x01
const verified = 0x04
const hasCredential = 0x40

export type Ceremony = { challenge_id: string; options: { challenge: string; user?: { id: string } } }
export type Signing = { origin?: string; rpId?: string; userVerified?: boolean; count?: number }

/** An authenticator with one passkey (WebAuthn level 3, section 6): ES256, without attestation. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const id = randomBytes(16)
  let userHandle = ''
  let counter = 0

  const writeClientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function writeData({ rpId = 'localhost', userVerified = true, count }: Signing, flags: number): Buffer {
    counter = count ?? counter + 1
    const head = Buffer.alloc(5)
    head.writeUInt8(present | flags | (userVerified ? verified : 0))
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), head])
  }

  const describe = (response: object) => ({
    id: encode(id),
    rawId: encode(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    create({ challenge_id, options }: Ceremony, signing: Signing = {}) {
      userHandle = options.user?.id ?? ''
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey])
      const data = Buffer.concat([writeData(signing, hasCredential), attested])
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      const origin = signing.origin ?? 'http://localhost:3000'
      const clientData = writeClientData('webauthn.create', options.challenge, origin)
      const response = {
        clientDataJSON: encode(clientData),
        attestationObject: encode(attestationObject),
        transports: ['internal'],
      }
      return { challenge_id, credential: describe(response) }
    },

    get({ challenge_id, options }: Ceremony, signing: Signing = {}) {
      const data = writeData(signing, 0)
      const origin = signing.origin ?? 'http://localhost:3000'
      const clientData = writeClientData('webauthn.get', options.challenge, origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)
      const response = {
        clientDataJSON: encode(clientData),
        authenticatorData: encode(data),
        signature: encode(signature),
        userHandle,
      }
      return { challenge_id, credential: describe(response) }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
