import { Button, Text } from '@mantine/core'
import words from '../../../../words/en/form.ts'
import stepWords from '../../../../words/en/steps.ts'
import { StepWays } from '../../../shared/steps/step-ways.tsx'

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
