import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { listenHere } from './listen-here.ts'

/** The answer of a key service instead of a key: none at all, or a status and the name of an error. */
export type KeyServiceFault = 'silent' | { status: number; type: string }

/**
 * A server with the two calls of AWS KMS that the product uses (TrentService, JSON 1.1). The SDK's own environment
 * variables point to it until it is closed. It keeps its data keys in memory.
 */
export type KeyService = {
  keyId: string
  fault: KeyServiceFault | null
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

type Asked = { KeyId: string; CiphertextBlob?: string; EncryptionContext: Record<string, string> }

export async function startKeyService(): Promise<KeyService> {
  const plaintexts = new Map<string, string>()
  const answer = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
  const server = createServer(async (request, response) => {
    const { KeyId, CiphertextBlob, EncryptionContext } = (await json(request)) as Asked
    const { fault } = service
    if (fault === 'silent') return
    if (fault) return answer(response, fault.status, { __type: fault.type })
    const bound = (blob: string) => `${blob} ${JSON.stringify(Object.entries(EncryptionContext).sort())}`
    if (request.headers['x-amz-target'] === 'TrentService.GenerateDataKey') {
      const [Plaintext, blob] = [randomBytes(32), randomBytes(64)].map((bytes) => bytes.toString('base64'))
      plaintexts.set(bound(blob ?? ''), Plaintext ?? '')
      return answer(response, 200, { KeyId, Plaintext, CiphertextBlob: blob })
    }
    const Plaintext = plaintexts.get(bound(CiphertextBlob ?? ''))
    if (!Plaintext) return answer(response, 400, { __type: 'InvalidCiphertextException' })
    return answer(response, 200, { KeyId, Plaintext })
  })
  let listening = await listenHere(server)
  const variables = {
    AWS_ENDPOINT_URL_KMS: listening.origin,
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  }
  Object.assign(process.env, variables)
  const service: KeyService = {
    keyId: 'arn:aws:kms:us-east-1:111122223333:key/5f1c0c3e-1111-4222-8333-444455556666',
    fault: null,
    stop: () => listening.close(),
    async start() {
      listening = await listenHere(server, listening.port)
    },
    async close() {
      for (const name of Object.keys(variables)) delete process.env[name]
      if (server.listening) await service.stop()
    },
  }
  return service
}
