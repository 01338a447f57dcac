import { makeAgeCreationSchema, makePersonCreationSchema } from '../../../../contract/creation.ts'
import type { VerificationKind } from '../../../../domain/verification/verification.ts'
import { pickFirstMessages } from '../../../shared/forms/use-schema-form.ts'
import { makeCreationInput, type WizardDocuments, type WizardValues } from './wizard-values.ts'

/** A placeholder for a document that is still being uploaded. */
const someId = '00000000-0000-4000-8000-000000000000'

/**
 * Every field that the server would refuse, with its message, from the contract's own schema. Loaded separately,
 * because the schemas are larger than a step.
 */
export function collectCreationErrors(
  kind: VerificationKind,
  values: WizardValues,
  documents: WizardDocuments,
  now: Date,
): Record<string, string> {
  const arrived = {
    selfie: documents.selfie === 'pending' ? someId : documents.selfie,
    id: documents.id === 'pending' ? someId : documents.id,
  }
  const schema = kind === 'age' ? makeAgeCreationSchema : makePersonCreationSchema
  const parsed = schema(now, values.signatureDate).safeParse(makeCreationInput(kind, values, arrived, null))
  return parsed.success ? {} : pickFirstMessages(parsed.error.issues)
}
