import { Card, Title } from '@mantine/core'
import words from '../../../../words/en/person-verification.ts'
import { Facts } from '../../../shared/consent-document/facts.tsx'

/** What happens with what one enters here, and what is prohibited. */
export function PrivacyCard() {
  return (
    <Card maw="var(--assent-measure)">
      <Title order={2} size="h3" mb="md">
        {words.privacyTitle}
      </Title>
      <Facts facts={words.privacy} />
    </Card>
  )
}
