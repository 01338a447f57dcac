import type { UseFormReturnType } from '@mantine/form'
import type { WizardValues } from './wizard-values.ts'

/** The typed values of a wizard and what is wrong with them. */
export type WizardForm = UseFormReturnType<WizardValues>
