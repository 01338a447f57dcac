import { Button, Card, Modal, Text, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import words from '../../../../words/en/own-data.ts'
import { LoadingCard } from '../../../shared/ui/loading-card.tsx'

const CloseAccountForm = lazy(() => import('./close-account-form.tsx'))

/** The way to close one's account: a dialog that says what goes before anything does (PRIVACY-9). */
export function CloseAccountCard() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <Card component="section" aria-labelledby="close-title">
      <Title order={2} size="h3" id="close-title">
        {words.close}
      </Title>
      <Text c="dimmed" mt="xs" mb="md">
        {words.closeLead}
      </Text>
      <div>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {words.closeButton}
        </Button>
      </div>
      <Modal opened={isOpen} onClose={close} title={words.dialog} size="lg">
        <Suspense fallback={<LoadingCard words={words.loading} />}>
          <CloseAccountForm onClose={close} />
        </Suspense>
      </Modal>
    </Card>
  )
}
