import { Title } from '@mantine/core'

export default function NotFoundPage() {
  return <Title order={1}>NotFoundPage</Title>
}
