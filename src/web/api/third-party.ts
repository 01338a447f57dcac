import type { StoredDocument } from '../../contract/document.ts'
import { fillPath, paths } from '../../contract/paths.ts'
import type { ThirdPartyView } from '../../contract/third-party.ts'
import type { DocumentCategory } from '../../domain/document/document.ts'
import type { VerificationKind } from '../../domain/verification/kind.ts'
import { request } from './request.ts'
import { type Sending, sendFile } from './send-file.ts'

/**
 * The form behind the gate, with what was uploaded so far.
 * @throws RequestFailure for every refusal and every lost connection
 */
export function readThirdPartyView(
  id: string,
  gateToken: string,
  signal: AbortSignal,
): Promise<ThirdPartyView> {
  return request<ThirdPartyView>(fillPath(paths.thirdPartyView, { id }), { token: gateToken, signal })
}

/** What a third party sends along with every call: which verification, and the pass that opens it. */
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
  const answer = await sendFile<{ fileUrl?: string; document?: StoredDocument }>({
    path: paths.thirdPartyUpload,
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
  if (!answer.fileUrl || !answer.document) throw new NoUrlReturned()
  return answer.document
}

/** The upload was answered without the address of the stored file. */
export class NoUrlReturned extends Error {
  override readonly name = 'NoUrlReturned'
}

/** Everything the third party signs with (SUBMIT-2, SUBMIT-3). */
export type ThirdPartySubmission = {
  signature: string
  /** The day on the signer's own calendar. */
  signatureDate: string
  selfieUrl: string
  idUrl: string
  consent: boolean
  identityConsent: boolean
  agreedToAdditionalTerms: boolean
  consentTextVersion: string
  /** The additional terms as they were shown, empty where there are none. */
  additionalInformation: string
}

/**
 * Completes the verification. Resolves once the server says that it is verified.
 * @throws RequestFailure for every refusal and every lost connection
 */
export async function completeSubmission(
  { id, type, gateToken }: ThirdPartyAccess,
  submission: ThirdPartySubmission,
): Promise<{ verifiedAt: string }> {
  const body = new FormData()
  body.append('completeSubmission', 'true')
  body.append('formId', id)
  body.append('verificationType', type)
  for (const [name, value] of Object.entries(submission)) body.append(name, String(value))
  return request<{ verifiedAt: string }>(paths.thirdPartyUpload, {
    method: 'POST',
    form: body,
    token: gateToken,
  })
}

/**
 * Declines the whole request; what was uploaded for it is destroyed. `reason` is for the operator only.
 * @throws RequestFailure for every refusal and every lost connection
 */
export function declineRequest(id: string, gateToken: string, reason: string): Promise<void> {
  return request<void>(fillPath(paths.decline, { id }), {
    method: 'POST',
    json: { reason },
    token: gateToken,
  })
}
