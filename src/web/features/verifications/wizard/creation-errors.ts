import { ageCreationSchema, personCreationSchema } from '../../../../contract/creation.ts'
import type { VerificationKind } from '../../../../domain/verification/kind.ts'
import { firstMessages } from '../../../shared/forms/schema.ts'
import { creationInput, type WizardDocuments, type WizardValues } from './wizard-values.ts'

/** Stands in for a document that is still on its way. */
const someId = '00000000-0000-4000-8000-000000000000'

/** Every field that the server would refuse, with its message: the contract's own check. Loaded apart, because the schemas weigh more than a step. */
export function creationErrors(
  kind: VerificationKind,
  values: WizardValues,
  documents: WizardDocuments,
  now: Date,
): Record<string, string> {
  const arrived = {
    selfie: documents.selfie === 'pending' ? someId : documents.selfie,
    id: documents.id === 'pending' ? someId : documents.id,
  }
  const schema = kind === 'age' ? ageCreationSchema : personCreationSchema
  const parsed = schema(now, values.signatureDate).safeParse(creationInput(kind, values, arrived))
  return parsed.success ? {} : firstMessages(parsed.error.issues)
}
