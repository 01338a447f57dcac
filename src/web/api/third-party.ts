import type { HowKnown } from '../../contract/evidence.ts'
import type { StoredDocument } from '../../contract/verification.ts'
import type { DocumentCategory } from '../../domain/document.ts'
import type { VerificationKind } from '../../domain/verification/verification.ts'
import { type Sending, sendFile } from './documents.ts'
import { request } from './request.ts'

/** The verification and the pass from the gate, sent with every call of a third party. */
export type ThirdPartyAccess = { id: string; type: VerificationKind; gateToken: string }

/**
 * Uploads the third party's photo or ID through the server function (SUBMIT-2).
 * @throws RequestFailure for every refusal and every lost connection
 * @throws NoUrlReturned when the server stored the file and answered without an address
 */
export async function uploadThirdPartyDocument(
  { id, type, gateToken }: ThirdPartyAccess,
  category: DocumentCategory,
  file: File,
  { replaces, ...sending }: Sending,
): Promise<StoredDocument> {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(file.name)?.[1]?.toLowerCase() ?? 'jpg'
  const answer = await sendFile('POST /functions/v1/third-party-upload', {
    token: gateToken,
    fields: {
      formId: id,
      fileName: `${id}/${category}-${Date.now()}.${extension}`,
      category,
      verificationType: type,
      ...(replaces ? { replaces } : {}),
    },
    file,
    ...sending,
  })
  if (!('fileUrl' in answer && answer.fileUrl && answer.document)) throw new NoUrlReturned()
  return answer.document
}

/** The server answered the upload without the address of the stored file. */
export class NoUrlReturned extends Error {
  override readonly name = 'NoUrlReturned'
}

/** The data that the third party signs and submits (SUBMIT-2, SUBMIT-3). */
export type ThirdPartySubmission = {
  signature: string
  /** The statement that they are 18 or over. */
  statesAdult: boolean
  /** The day on the signer's own calendar. */
  signatureDate: string
  /** Empty where a wallet's proof replaces it. */
  selfieUrl: string
  idUrl: string
  /** Empty where they don't use their account's kept ID reading. */
  keptProofId: string
  consent: boolean
  identityConsent: boolean
  agreedToAdditionalTerms: boolean
  /** The displayed text's version, language and hash. */
  consentTextVersion: string
  consentTextLanguage: string
  consentTextSha256: string
  /** The additional terms as displayed, empty where there are none. */
  additionalInformation: string
  shared: readonly string[]
  /** The displayed outcome of reading the ID; empty for none. */
  shownReading: string
}

type Completion = { verifiedAt: string; howKnown: HowKnown; isLinkMailed: boolean }

/**
 * Completes the verification. Resolves once the server has marked it as verified.
 * @throws RequestFailure for every refusal and every lost connection
 */
export async function completeSubmission(
  { id, type, gateToken }: ThirdPartyAccess,
  submission: ThirdPartySubmission,
): Promise<Completion> {
  const body = new FormData()
  body.append('completeSubmission', 'true')
  body.append('formId', id)
  body.append('verificationType', type)
  for (const [name, value] of Object.entries(submission)) body.append(name, String(value))
  const answer = await request('POST /functions/v1/third-party-upload', { form: body, token: gateToken })
  // A complete submission has no other answer.
  return answer as Completion
}
