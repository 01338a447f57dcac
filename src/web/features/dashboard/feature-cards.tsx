import { Button, Card, SimpleGrid, Text, Title } from '@mantine/core'
import { IconRosetteDiscountCheck, IconUserCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './feature-cards.module.css'
import { words } from './words.ts'

const icons = [IconRosetteDiscountCheck, IconUserCheck]

/** The two things one can begin here. */
export function FeatureCards() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {words.cards.map(({ to, title, text }, index) => {
        const Icon = icons[index] ?? IconUserCheck
        const titleId = `feature-${index}`
        return (
          <Card key={to} className={classes['card']}>
            <span className={classes['icon']}>
              <Icon size={26} stroke={1.5} aria-hidden="true" />
            </span>
            <Title order={2} size="h3" mt="md" id={titleId}>
              {title}
            </Title>
            <Text c="dimmed" mt="xs" mb="lg" flex={1}>
              {text}
            </Text>
            <Button component={Link} to={to} aria-describedby={titleId}>
              {words.getStarted}
            </Button>
          </Card>
        )
      })}
    </SimpleGrid>
  )
}
