import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { profileQuery } from '../../../api/profile.ts'
import type { WizardForm } from './wizard-form.ts'

/** Puts the account's name and birth date where nothing was typed yet, unless somebody is just about to (CREATE-25). */
export function useProfileNames(form: WizardForm) {
  const { data: profile } = useQuery(profileQuery)
  const isFilledRef = useRef(false)
  // What a layout effect sets is drawn before anything else happens: nobody can come to a field in between.
  useLayoutEffect(() => {
    if (!profile || isFilledRef.current) return
    // What appeared under the cursor would be typed on to.
    if (document.activeElement?.matches('[data-path="fullName"], [data-path="dateOfBirth"]')) return
    isFilledRef.current = true
    const { fullName, dateOfBirth } = form.getValues()
    if (fullName !== '' || dateOfBirth !== '') return
    const names = { fullName: profile.fullName, dateOfBirth: profile.dateOfBirth ?? '' }
    form.setInitialValues({ ...form.getInitialValues(), ...names })
    form.setValues(names)
  }, [profile, form])
}
