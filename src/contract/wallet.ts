import { z } from 'zod'
import { credentialTypes } from '../domain/wallet/credential-type.ts'
import { walletRefusals, walletStates, walletWays } from '../domain/wallet/wallet-session.ts'

/** The credentials that are taken here; none where wallets are not. */
export const offeredWalletsSchema = z.object({ offered: z.array(z.enum(credentialTypes)) })
export type OfferedWallets = z.infer<typeof offeredWalletsSchema>

export const walletBeginningSchema = z.object({
  credentialType: z.enum(credentialTypes),
  way: z.enum(walletWays),
})

/** What the browser asks with: the argument of the Digital Credentials API, or an address for a wallet. */
const walletRequestSchema = z.union([
  z.object({
    requests: z.array(z.object({ protocol: z.string(), data: z.record(z.string(), z.unknown()) })),
  }),
  z.object({ uri: z.string() }),
])

/** A request to a wallet that has just begun. `secret` is for the browser that began it, which has to show it with everything that follows. */
export const begunWalletSessionSchema = z.object({
  id: z.uuid(),
  secret: z.string(),
  expiresAt: z.iso.datetime(),
  request: walletRequestSchema,
})
export type BegunWalletSession = z.infer<typeof begunWalletSessionSchema>

/** How a request to a wallet stands. `proof` once it is proven; `refusal` where the answer was not believed. */
export const walletSessionSchema = z.object({
  state: z.enum(walletStates),
  refusal: z.enum(walletRefusals).nullable(),
  proof: z
    .object({
      id: z.uuid(),
      credentialType: z.enum(credentialTypes),
      issuerName: z.string(),
      provenAt: z.iso.datetime(),
    })
    .nullable(),
})
export type WalletSession = z.infer<typeof walletSessionSchema>

/** What `navigator.credentials.get` gave. */
export const digitalCredentialSchema = z.object({ protocol: z.string().max(64), data: z.unknown() })

/** What the wallet gave the browser that it opened after its answer. */
export const walletReturnSchema = z.object({ responseCode: z.string().max(64) })

/** The fields of the wallet's own post (OpenID4VP 1.0, 8.2 and 8.5): an encrypted answer, or an error. */
export const walletPostSchema = z.object({
  response: z.string().optional(),
  error: z.string().optional(),
})

/** Where the wallet opens the browser again, where it was opened on the same phone. */
export const walletPostAnswerSchema = z.object({ redirect_uri: z.string().optional() })
