import { Title } from '@mantine/core'

export default function ConsentFormPage() {
  return <Title order={1}>ConsentFormPage</Title>
}
