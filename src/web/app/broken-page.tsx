import { Button, Container } from '@mantine/core'
import { ErrorCard } from '../shared/ui/error-card.tsx'
import { words } from './words.ts'

/** Stands in for a page that threw or whose code did not arrive: a reload is the way on. */
export function BrokenPage() {
  return (
    <Container component="main" id="main" size="xs" py="xl">
      <ErrorCard
        order={1}
        title={words.brokenPage}
        action={
          <>
            <Button onClick={() => window.location.reload()}>{words.reload}</Button>
            <Button component="a" href="/" variant="default">
              {words.home}
            </Button>
          </>
        }
      >
        {words.brokenPageNext}
      </ErrorCard>
    </Container>
  )
}
