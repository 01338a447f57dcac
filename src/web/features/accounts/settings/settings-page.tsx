import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import { productName } from '../../../../domain/product.ts'
import words from '../../../../words/en/settings.ts'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { CloseAccountCard } from './close-account-card.tsx'
import { CopyCard } from './copy-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SecurityCard } from './security-card.tsx'

export function meta() {
  return [{ title: `${words.title} · ${productName}` }]
}

export default function SettingsPage() {
  return (
    <>
      <PageHeading>{words.title}</PageHeading>
      <Stack gap="lg" maw="var(--assent-measure)">
        <ProfileCard />
        <SecurityCard />
        <DevicesCard />
        <Card>
          <Group justify="space-between" gap="sm">
            <Title order={2} size="h3">
              {words.notifications}
            </Title>
            <Badge variant="light" color="gray" tt="none">
              {words.comingSoon}
            </Badge>
          </Group>
          <Text c="dimmed" mt="xs">
            {words.notificationsNext}
          </Text>
        </Card>
        <CopyCard />
        <CloseAccountCard />
      </Stack>
    </>
  )
}
