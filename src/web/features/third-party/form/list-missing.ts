import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { judgeAgeStep } from '../../../../domain/evidence/known-facts.ts'
import type { SubmissionFault } from '../../../../domain/verification/submission.ts'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import { listMissingParts, type ThirdPartyAnswers } from './third-party-answers.ts'

/** What still stands in the way of the submission of a form, in the specified order. */
export function listMissing(
  form: ThirdPartyView,
  answers: ThirdPartyAnswers,
  selfie: Upload,
  id: Upload,
): readonly SubmissionFault[] {
  return listMissingParts({
    ...answers,
    askedAge: form.asksFor.age,
    asksSelfie: form.asksFor.face,
    asksIdDocument: !(form.asksFor.walletInsteadOfId && isProvenByWallet(form)),
    ageStep: judgeAgeStep(form.given),
    hasSelfie: selfie.state.phase === 'stored',
    hasIdDocument: id.state.phase === 'stored',
    hasAdditionalTerms: form.additionalInformation !== null,
  })
}

const isProvenByWallet = ({ given }: ThirdPartyView) => given.some(({ step }) => step === 'wallet')
