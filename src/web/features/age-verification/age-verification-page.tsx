import { Title } from '@mantine/core'

export default function AgeVerificationPage() {
  return <Title order={1}>AgeVerificationPage</Title>
}
