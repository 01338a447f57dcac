import { Card, Stack, Title } from '@mantine/core'
import { productName } from '../../../../domain/product.ts'
import words from '../../../../words/en/person-verification.ts'
import wizardWords from '../../../../words/en/wizard.ts'
import { Facts } from '../../../shared/consent-document/facts.tsx'
import { PageSpinner } from '../../../shared/ui/page-frame.tsx'
import {
  AdditionalTermsField,
  AskedField,
  PlatformField,
  SelfFields,
  SignatureDateField,
  SignatureField,
  ThirdPartyEmailField,
  ThirdPartyNameFields,
  ThirdPartyPhoneField,
  ValidityField,
} from '../wizard/fields.tsx'
import { WizardPage, type WizardProps } from '../wizard/usage-gate.tsx'
import { useWizard } from '../wizard/use-wizard.ts'
import { DashboardLink, PlansLink, ShareStep, WizardFrame } from '../wizard/wizard-frame.tsx'
import { noDocuments } from '../wizard/wizard-values.ts'

export function meta() {
  return [{ title: `${words.title} · ${productName}` }]
}

export default function PersonVerificationPage() {
  return (
    <WizardPage
      kind="person"
      title={words.title}
      lead={words.lead}
      limitActions={
        <>
          <PlansLink>{wizardWords.upgrade}</PlansLink>
          <DashboardLink />
        </>
      }
      Wizard={PersonWizard}
    />
  )
}

/** The four steps of a person verification, which asks the creator for no photo and no ID. */
export function PersonWizard({ userId, found, begin, usage }: WizardProps) {
  const wizard = useWizard({ kind: 'person', userId, found, begin, documents: noDocuments })
  const { form, step, isCreated } = wizard
  if (isCreated) return <PageSpinner />
  return (
    <Stack gap="xl">
      <WizardFrame wizard={wizard} waitingFor={null}>
        {step === 1 ? (
          <Stack gap="md">
            <SelfFields form={form} />
          </Stack>
        ) : null}
        {step === 2 ? (
          <Stack gap="md">
            <AskedField form={form} kind="person" />
            <ValidityField form={form} />
            <ThirdPartyNameFields form={form} />
            <PlatformField form={form} />
            <ThirdPartyEmailField form={form} hint={wizardWords.emailHint} />
            <ThirdPartyPhoneField form={form} />
            <AdditionalTermsField form={form} hint={wizardWords.additionalTermsHint} />
          </Stack>
        ) : null}
        {step === 3 ? (
          <Stack gap="md">
            <AdditionalTermsField form={form} hint={wizardWords.additionalTermsAgain} />
            <SignatureDateField form={form} />
            <SignatureField form={form} />
          </Stack>
        ) : null}
        {step === 4 ? <ShareStep wizard={wizard} usage={usage} /> : null}
      </WizardFrame>
      <PrivacyCard />
    </Stack>
  )
}

/** The use of the entered data, and what is prohibited. */
function PrivacyCard() {
  return (
    <Card maw="var(--assent-measure)">
      <Title order={2} size="h3" mb="md">
        {words.privacyTitle}
      </Title>
      <Facts facts={words.privacy} />
    </Card>
  )
}
