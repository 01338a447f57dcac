import { Alert, Stack, Text } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import words from '../../../words/en/kept-proof.ts'
import registerWords from '../../../words/en/register.ts'
import { takeSession } from '../../api/mailed-link.ts'
import { describeFault, request } from '../../api/request.ts'
import { readSessionState } from '../../api/session-state.ts'
import { type Outcome, useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { KeepProof } from '../../shared/kept-proof/keep-proof.tsx'
import { toLocalDay } from '../../shared/time/local-day.ts'
import { Failure } from '../../shared/ui/failure.tsx'
import { WithAddresses } from '../../shared/ui/with-addresses.tsx'
import { AccountForm } from './account-form.tsx'
import { FullNameField, ProfileFields, toSignUpMetadata } from './profile-fields.tsx'
import { AddPasskey } from './settings/passkeys-card.tsx'

type ThirdPartyAccountProps = {
  verificationId: string
  token: string
  email: string
  /** The name that the ID was compared with. */
  fullName: string
  documentId: string
}

const loadSchema = () =>
  import('../../../contract/account.ts').then(({ makeRegistrationSchema }) =>
    makeRegistrationSchema(toLocalDay(new Date())).omit({ email: true, password: true }),
  )

/** Creates an account for a third party whose ID was just read, so that they can keep the reading (ONCE-11). */
export default function ThirdPartyAccount(props: ThirdPartyAccountProps) {
  const [client] = useState(() => new QueryClient())
  const [isOpen, setIsOpen] = useState(false)
  return (
    <QueryClientProvider client={client}>
      {isOpen ? <OpenAccount {...props} /> : <NewAccount {...props} onOpened={() => setIsOpen(true)} />}
    </QueryClientProvider>
  )
}

function NewAccount({
  verificationId,
  token,
  email,
  fullName,
  onOpened,
}: ThirdPartyAccountProps & { onOpened: () => void }) {
  const [failure, setFailure] = useState<{ title: string; text: string } | null>(null)
  const fail = (title: string, text: string): Outcome => {
    setFailure({ title, text })
    return 'failed'
  }
  const form = useSchemaForm({
    loadSchema,
    async onValid(person): Promise<Outcome> {
      setFailure(null)
      if (readSessionState().status === 'signed-in') return fail(words.notOpened, words.loggedInSince)
      const asked = { params: { id: verificationId }, token, json: toSignUpMetadata(person) }
      try {
        const session = await request('POST /api/public/verifications/:id/account', asked)
        await takeSession(session).then(onOpened, () => fail(words.notSignedIn, words.notSignedInNext))
        return 'done'
      } catch (error) {
        return fail(words.notOpened, describeFault(error))
      }
    },
  })
  return (
    <Stack gap="md" mt="sm">
      <Text size="sm">
        <WithAddresses>{words.openAccountLead({ email })}</WithAddresses>
      </Text>
      <AccountForm form={form} submit={registerWords.submit}>
        <FullNameField field={form.field} defaultValue={fullName} />
        <ProfileFields field={form.field} />
      </AccountForm>
      {failure ? <Failure title={failure.title}>{failure.text}</Failure> : null}
    </Stack>
  )
}

function OpenAccount({ fullName, documentId }: ThirdPartyAccountProps) {
  const [hasPasskey, setHasPasskey] = useState(false)
  return (
    <Stack gap="md" mt="sm" align="flex-start">
      <Alert color="green" role="status" title={words.accountOpen}>
        {hasPasskey ? words.accountOpenPasskey : words.accountOpenNext}
      </Alert>
      {hasPasskey ? null : <AddPasskey onAdded={() => setHasPasskey(true)} />}
      <KeepProof documentId={documentId} fullName={fullName} dateOfBirth={null} />
    </Stack>
  )
}
