import { Title } from '@mantine/core'

export default function RegisterPage() {
  return <Title order={1}>RegisterPage</Title>
}
