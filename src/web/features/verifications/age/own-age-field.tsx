import { Anchor, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import words from '../../../../words/en/wizard.ts'
import { callOwnIdentityCheck } from '../../../api/identity-checks.ts'
import { readSite } from '../../../api/site.ts'
import { beginOwnWallet } from '../../../api/wallets.ts'
import { IdField } from '../../../shared/upload/id-field.tsx'
import type { Upload } from '../../../shared/upload/use-upload.ts'
import { IdentityCheckField } from '../../identity-checks/index.ts'
import { WalletProofField } from '../../wallets/index.ts'
import type { WizardForm } from '../wizard/wizard-form.ts'
import { pickOwnParts } from '../wizard/wizard-values.ts'

const OwnReading = lazy(() => import('./own-reading.tsx'))

type OwnAgeFieldProps = { form: WizardForm; id: Upload; onReload(): void }

/** What the creator gives for their own age: an ID, or a wallet's proof where that was chosen to take its place. */
export function OwnAgeField({ form, id, onReload }: OwnAgeFieldProps) {
  const { takesWallet, takesId } = pickOwnParts(form.values)
  const [isIdChosen, setIsIdChosen] = useState(id.state.phase !== 'empty')
  const isWallet = takesWallet && !(takesId && isIdChosen)
  return (
    <Stack gap="sm">
      <Title order={3} data-required>
        {isWallet ? words.walletTitle : words.idTitle}
      </Title>
      {isWallet ? (
        <OwnWallet form={form} onUseId={takesId ? () => setIsIdChosen(true) : undefined} />
      ) : (
        <OwnId form={form} id={id} onReload={onReload} />
      )}
      {readSite().identityChecks === 'on' ? <OwnCheck fullName={form.values.fullName} /> : null}
      {takesWallet && !isWallet ? (
        <Anchor component="button" type="button" onClick={() => setIsIdChosen(false)}>
          {words.useWallet}
        </Anchor>
      ) : null}
    </Stack>
  )
}

/** Compared with the name of the first step, so offered once there is one. */
function OwnCheck({ fullName }: { fullName: string }) {
  const calls = useMemo(() => callOwnIdentityCheck(fullName.trim()), [fullName])
  if (fullName.trim() === '') return null
  return (
    <Suspense fallback={null}>
      <IdentityCheckField calls={calls} />
    </Suspense>
  )
}

function OwnWallet({ form, onUseId }: { form: WizardForm; onUseId: (() => void) | undefined }) {
  const error = form.errors['walletProofId'] ?? form.errors['idDocumentId']
  return (
    <Suspense fallback={<Text c="dimmed">{words.walletLoading}</Text>}>
      {typeof error === 'string' && form.values.walletProofId === '' ? <Text c="red">{error}</Text> : null}
      <WalletProofField
        scope="own"
        begin={beginOwnWallet}
        onRefused={() => false}
        provenBy={form.values.walletProofId === '' ? null : ''}
        onProven={({ id }) => form.setFieldValue('walletProofId', id)}
        onUnderAge={() => form.setFieldValue('walletProofId', '')}
        onUseId={onUseId}
      />
    </Suspense>
  )
}

function OwnId({ form, id, onReload }: OwnAgeFieldProps) {
  const error = form.errors['idDocumentId']
  return (
    <>
      <Text size="sm" c="dimmed">
        {words.idHint}
      </Text>
      <IdField
        upload={id}
        label={words.uploadId}
        name={words.yourId}
        path="idDocumentId"
        error={typeof error === 'string' ? error : null}
        onReload={onReload}
      />
      {/* Comes when there is an ID to be read. */}
      {id.state.phase === 'stored' ? (
        <Suspense fallback={null}>
          <OwnReading form={form} id={id} />
        </Suspense>
      ) : null}
    </>
  )
}
