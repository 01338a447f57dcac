import { Anchor, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import type { Registration } from '../../../contract/account.ts'
import { countryCodes, joinPhone } from '../../../domain/account/phone.ts'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/accounts.ts'
import { loadAuthClient } from '../../api/session.ts'
import { actBecause, connectSession } from '../../api/session-state.ts'
import { EmailField } from '../../shared/forms/email-field.tsx'
import { PasswordField } from '../../shared/forms/form-parts.tsx'
import { type Outcome, useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { toLocalDay, useLocalDay } from '../../shared/time/local-day.ts'
import { PageHeading } from '../../shared/ui/page-frame.tsx'
import { showToast } from '../../shared/ui/toast.ts'
import { AccountForm, describeAuthFault, ForVisitors, lockAfterSuccessMs } from './account-form.tsx'
import { findGuessableFault } from './new-password.tsx'
import classes from './register-page.module.css'
import { chooseRequestedPath } from './requested-path.ts'

const w = words.register

export function meta() {
  return [{ title: `${w.title} · ${productName}` }, { name: 'description', content: w.description }]
}

const loadSchema = () =>
  import('../../../contract/account.ts').then(({ makeRegistrationSchema }) =>
    makeRegistrationSchema(toLocalDay(new Date())),
  )

const listSexes = () => [
  { value: '', label: w.choose },
  ...Object.entries(w.sexes).map(([value, label]) => ({ value, label })),
]
const listCountries = () => [
  { value: '', label: w.choose },
  ...countryCodes.map(({ code, country }) => ({ value: code, label: `${code} ${words.countries[country]}` })),
]
const must = { required: true, withAsterisk: false } as const

export default function RegisterPage() {
  const { state } = useLocation()
  const today = useLocalDay()
  const form = useSchemaForm({
    loadSchema,
    onValid: (person) => register(person, chooseRequestedPath(state)),
    lockAfterSuccessMs,
  })
  return (
    <ForVisitors to={chooseRequestedPath(state)}>
      <PageHeading lead={w.lead}>{w.title}</PageHeading>
      <AccountForm form={form} submit={w.submit}>
        <TextInput
          {...form.field('fullName')}
          {...must}
          label={w.fullName}
          description={w.fullNameHint}
          autoComplete="name"
        />
        <EmailField {...form.field('email')} label={words.email} autoComplete="email" />
        <PasswordField {...form.field('password')} label={words.password} autoComplete="new-password" />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" className={classes['birth']}>
          <TextInput
            {...form.field('dateOfBirth')}
            {...must}
            label={w.dateOfBirth}
            description={w.dateOfBirthHint}
            type="date"
            max={today}
            autoComplete="bday"
          />
          <NativeSelect
            {...form.field('sex')}
            {...must}
            label={w.sex}
            data={listSexes()}
            autoComplete="sex"
          />
        </SimpleGrid>
        <TextInput {...form.field('address')} {...must} label={w.address} autoComplete="street-address" />
        <div className={classes['phone']}>
          <NativeSelect
            {...form.field('countryCode')}
            {...must}
            label={w.countryCode}
            data={listCountries()}
            autoComplete="tel-country-code"
          />
          <TextInput
            {...form.field('phoneNumber')}
            {...must}
            label={w.phoneNumber}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
          />
        </div>
        <Text size="sm" c="dimmed">
          {w.agreeBefore}{' '}
          <Anchor component={Link} to="/terms" inherit>
            {w.terms}
          </Anchor>{' '}
          {w.and}{' '}
          <Anchor component={Link} to="/privacy-policy" inherit>
            {w.privacy}
          </Anchor>
          .
        </Text>
      </AccountForm>
      <Text mt="xl" c="dimmed">
        {w.haveAccount}{' '}
        <Anchor component={Link} to="/login" state={state}>
          {w.login}
        </Anchor>
      </Text>
    </ForVisitors>
  )
}

async function register(person: Registration, path: string): Promise<Outcome> {
  const data = {
    full_name: person.fullName,
    date_of_birth: person.dateOfBirth,
    address: person.address,
    sex: person.sex,
    phone_number: joinPhone(person.countryCode, person.phoneNumber),
  }
  const guessable = await findGuessableFault(person.password, { ...data, email: person.email })
  if (guessable) return { errors: { password: guessable } }
  await connectSession()
  const auth = await loadAuthClient()
  const { error } = await actBecause('registration', () =>
    auth.signUp({
      email: person.email,
      password: person.password,
      options: {
        emailRedirectTo: window.location.origin + path,
        data,
      },
    }),
  )
  if (!error) return 'done'
  showToast({
    kind: 'error',
    title: w.failed,
    description: describeAuthFault(error, w.broken, w.broken),
    durationMs: 8000,
  })
  if (error.code === 'weak_password') return { errors: { password: error.message } }
  if (error.code === 'user_already_exists') return { errors: { email: error.message } }
  return 'failed'
}
