import { Center, Loader, Stack, Text } from '@mantine/core'

/** Fills the page while something it needs is on its way. `words` are shown when given and read aloud always. */
export function PageSpinner({ words }: { words?: string }) {
  return (
    <Center mih="60vh" p="xl">
      <Stack align="center" gap="md" role="status" aria-live="polite">
        <Loader size="md" aria-hidden="true" />
        <Text c="dimmed">{words ?? 'Loading…'}</Text>
      </Stack>
    </Center>
  )
}
