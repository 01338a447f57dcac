import { z } from 'zod'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const detachedJws = z.object({ protected: z.string(), signature: z.string() })

/** Every certificate that ever sealed, the one that seals now first (docs/record-format.md). */
export const sealCertificateListSchema = z.object({
  certificates: z.array(
    z.object({
      sha256,
      /** The certificate, and after it those that vouch for it. */
      pem: z.string(),
      /** Who vouches for it; null for one that the service made itself. */
      issuer: z.string().nullable(),
      /** When its first and its last document were sealed; null before there is one. */
      firstUsedAt: z.iso.datetime().nullable(),
      lastUsedAt: z.iso.datetime().nullable(),
      /** That it follows another, signed by both, and where the log has that; null for the first, and where nobody signed it. */
      announced: z
        .object({
          succession: z.object({
            document: z.literal('seal-key-succession'),
            at: z.iso.datetime(),
            certificateSha256: sha256,
            predecessorSha256: sha256,
            signatures: z.object({ predecessor: detachedJws, successor: detachedJws }),
          }),
          leafIndex: z.number().int(),
        })
        .nullable(),
    }),
  ),
})
export type SealCertificateList = z.infer<typeof sealCertificateListSchema>
