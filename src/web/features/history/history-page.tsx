import { Title } from '@mantine/core'

export default function HistoryPage() {
  return <Title order={1}>HistoryPage</Title>
}
