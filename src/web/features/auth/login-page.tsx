import { Title } from '@mantine/core'

export default function LoginPage() {
  return <Title order={1}>LoginPage</Title>
}
