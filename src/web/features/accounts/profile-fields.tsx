import { Anchor, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import type { Registration, SignUpMetadata } from '../../../contract/account.ts'
import { countryCodes, joinPhone } from '../../../domain/account/phone.ts'
import w from '../../../words/en/register.ts'
import { isolate } from '../../../words/fill.ts'
import type { FieldOf } from '../../shared/forms/use-schema-form.ts'
import { useLocalDay } from '../../shared/time/local-day.ts'
import classes from './profile-fields.module.css'

const listSexes = () => [
  { value: '', label: w.choose },
  ...Object.entries(w.sexes).map(([value, label]) => ({ value, label })),
]
const listCountries = () => [
  { value: '', label: w.choose },
  ...countryCodes.map(({ code, country }) => ({
    value: code,
    label: `${isolate(code)} ${w.countries[country]}`,
  })),
]
const must = { required: true, withAsterisk: false } as const

type FieldProps = { field: FieldOf }

export function FullNameField({ field, defaultValue }: FieldProps & { defaultValue?: string }) {
  return (
    <TextInput
      {...field('fullName')}
      {...must}
      label={w.fullName}
      description={w.fullNameHint}
      defaultValue={defaultValue}
      autoComplete="name"
    />
  )
}

/**
 * The fields of a registration besides name, email and password, and the terms, which open in another tab, because the
 * typed data would be lost in this one.
 */
export function ProfileFields({ field }: FieldProps) {
  const today = useLocalDay()
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" className={classes['birth']}>
        <TextInput
          {...field('dateOfBirth')}
          {...must}
          label={w.dateOfBirth}
          description={w.dateOfBirthHint}
          type="date"
          max={today}
          autoComplete="bday"
        />
        <NativeSelect {...field('sex')} {...must} label={w.sex} data={listSexes()} autoComplete="sex" />
      </SimpleGrid>
      <TextInput {...field('address')} {...must} label={w.address} autoComplete="street-address" />
      <div className={classes['phone']}>
        <NativeSelect
          {...field('countryCode')}
          {...must}
          label={w.countryCode}
          data={listCountries()}
          autoComplete="tel-country-code"
        />
        <TextInput
          {...field('phoneNumber')}
          {...must}
          label={w.phoneNumber}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
        />
      </div>
      <Text size="sm" c="dimmed">
        {w.agreeBefore}{' '}
        <Anchor component={Link} to="/terms" target="_blank" inherit>
          {w.terms}
        </Anchor>{' '}
        {w.and}{' '}
        <Anchor component={Link} to="/privacy-policy" target="_blank" inherit>
          {w.privacy}
        </Anchor>
        .
      </Text>
    </>
  )
}

/** The typed data in the format of the service (SIGNUP-8). */
export function toSignUpMetadata(person: Omit<Registration, 'email' | 'password'>): SignUpMetadata {
  return {
    full_name: person.fullName,
    date_of_birth: person.dateOfBirth,
    address: person.address,
    sex: person.sex,
    phone_number: joinPhone(person.countryCode, person.phoneNumber),
  }
}
