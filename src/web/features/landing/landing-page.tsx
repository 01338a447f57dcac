import { Title } from '@mantine/core'

export default function LandingPage() {
  return <Title order={1}>LandingPage</Title>
}
