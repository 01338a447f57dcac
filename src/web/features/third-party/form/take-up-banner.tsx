import { Alert, Button } from '@mantine/core'
import words from '../../../../words/en/form.ts'

/** What was proven has arrived, but this page does not know of it yet. */
export function TakeUpBanner({ isBusy, onAgain }: { isBusy: boolean; onAgain(): void }) {
  return (
    <Alert color="yellow" role="alert" title={words.takeUpFailed}>
      {words.takeUpFailedText}
      <div>
        <Button size="sm" mt="sm" loading={isBusy} onClick={onAgain}>
          {words.takeUpAgain}
        </Button>
      </div>
    </Alert>
  )
}
