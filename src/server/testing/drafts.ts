import { randomUUID } from 'node:crypto'
import type { DraftSave, DraftValues } from '../../contract/draft.ts'
import { personCreation } from './people.ts'

export function makeDraft(
  more: Partial<Omit<DraftSave, 'values'>> & { values?: Partial<DraftValues> } = {},
): DraftSave {
  const { fullName, dateOfBirth, thirdPartyName, thirdPartySocialMediaName, platformName } = personCreation()
  return {
    version: randomUUID(),
    replaces: null,
    step: 2,
    idempotencyKey: 'a-key',
    selfieDocumentId: null,
    idDocumentId: null,
    ...more,
    values: {
      asked: 'usual',
      walletName: false,
      validity: 'until_withdrawn',
      walletProofId: '',
      keptProofId: '',
      identityConsent: true,
      fullName,
      dateOfBirth,
      thirdPartyName,
      thirdPartySocialMediaName,
      thirdPartyPlatformAge: '27',
      thirdPartyClaimedAge: '',
      platformName,
      additionalInformation: '',
      signature: '',
      signatureDate: '2026-03-11',
      thirdPartyEmail: '',
      thirdPartyPhone: '',
      ...more.values,
    },
  }
}
