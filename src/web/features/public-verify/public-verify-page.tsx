import { Title } from '@mantine/core'

export default function PublicVerifyPage() {
  return <Title order={1}>PublicVerifyPage</Title>
}
