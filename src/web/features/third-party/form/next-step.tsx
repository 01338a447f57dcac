import { Button, Text } from '@mantine/core'
import { StepWays } from '../../../shared/steps/step-ways.tsx'
import { stepWords } from '../../../shared/steps/step-words.ts'
import { formWords as words } from './form-words.ts'

type NextStepProps = { isFirst: boolean; isUnfinished: boolean; onPrevious(): void }

/** The ways on from a step; what is missing in it holds nobody up. */
export function NextStep({ isFirst, isUnfinished, onPrevious }: NextStepProps) {
  return (
    <>
      {isUnfinished ? (
        <Text size="sm" c="dimmed">
          {words.later}
        </Text>
      ) : null}
      <StepWays isFirst={isFirst} isBusy={false} onPrevious={onPrevious}>
        <Button type="submit" size="lg">
          {stepWords.next}
        </Button>
      </StepWays>
    </>
  )
}
