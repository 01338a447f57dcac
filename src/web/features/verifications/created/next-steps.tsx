import { Card, List, Title } from '@mantine/core'
import words from '../../../../words/en/created.ts'

/** What becomes of a link that was created. */
export function NextSteps() {
  return (
    <Card>
      <Title order={2} size="h3" mb="sm">
        {words.next}
      </Title>
      <List type="ordered" spacing="xs">
        {words.steps.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Card>
  )
}
