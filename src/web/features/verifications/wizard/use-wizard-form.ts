import { type ChangeEvent, useRef, useState } from 'react'
import type { WizardValues } from './wizard-values.ts'

/** The typed values of a wizard and their errors. */
export type WizardForm = ReturnType<typeof useWizardForm>

type TextName = {
  [Name in keyof WizardValues]: WizardValues[Name] extends string ? Name : never
}[keyof WizardValues]
type Errors = Record<string, string>
type Field = HTMLInputElement | HTMLTextAreaElement

/** A changed field loses its error; several values at once take all errors with them. */
export function useWizardForm(startingValues: WizardValues, startingErrors: Errors = {}) {
  const [starting, setStarting] = useState(startingValues)
  const [values, setCurrent] = useState(startingValues)
  const [errors, setErrors] = useState(startingErrors)
  // Includes the changes that aren't rendered yet.
  const latest = useRef(values)

  const change = (changes: Partial<WizardValues>) => {
    latest.current = { ...latest.current, ...changes }
    setCurrent(latest.current)
  }
  const clearFieldError = (name: string) => setErrors(({ [name]: _, ...others }) => others)
  const clearErrors = () => setErrors({})
  const setFieldValue = <Name extends keyof WizardValues>(name: Name, value: WizardValues[Name]) => {
    change({ [name]: value })
    clearFieldError(name)
  }
  const setValues = (changes: Partial<WizardValues>) => {
    change(changes)
    clearErrors()
  }
  return {
    values,
    errors,
    isEdited: Object.entries(starting).some(([name, value]) => values[name as keyof WizardValues] !== value),
    getValues: () => latest.current,
    setFieldValue,
    setValues,
    /** Changes these values without counting them as edited. */
    fillIn(changes: Partial<WizardValues>) {
      setStarting((known) => ({ ...known, ...changes }))
      setValues(changes)
    },
    setErrors,
    clearErrors,
    clearFieldError,
    getInputProps: (name: TextName) => ({
      value: values[name],
      error: errors[name],
      'data-path': name,
      onChange: ({ currentTarget }: ChangeEvent<Field>) => setFieldValue(name, currentTarget.value),
    }),
    getCheckboxProps: (name: 'identityConsent') => ({
      checked: values[name],
      error: errors[name],
      'data-path': name,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
        setFieldValue(name, currentTarget.checked),
    }),
  }
}
