import { Alert, Anchor, Button, Loader, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import type { SubmissionFault } from '../../../../domain/verification/submission.ts'
import words from '../../../../words/en/form.ts'
import { StepWays } from '../../../shared/steps/step-ways.tsx'
import { describeFiles } from './files-words.ts'
import classes from './submit-panel.module.css'
import type { SubmissionFailure } from './use-submission.ts'

type SubmitPanelProps = {
  form: Pick<ThirdPartyView, 'asksFor' | 'fullName' | 'creatorOpensFiles'>
  missing: readonly SubmissionFault[]
  isUploading: boolean
  isSubmitting: boolean
  failure: SubmissionFailure | null
  onShow(fault: SubmissionFault): void
  onPrevious(): void
}

/** The decision: what still stands in its way, what it will do, and the button. */
export function SubmitPanel(props: SubmitPanelProps) {
  const { form, missing, isUploading, isSubmitting, failure, onShow, onPrevious } = props
  const id = useId()
  const files = describeFiles(form)
  return (
    <Stack gap="md">
      {missing.length > 0 ? (
        <div id={`${id}-missing`} className={classes['missing']}>
          <Text fw={600}>{words.missingTitle}</Text>
          {isUploading ? (
            <Text size="sm" c="dimmed">
              {words.uploading}
            </Text>
          ) : null}
          <ul className={classes['list']}>
            {missing.map((fault) => (
              <li key={fault}>
                <Entry fault={fault} onShow={onShow} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <Text id={`${id}-effect`}>
        {words.beforeSubmit({ name: form.fullName })} {files?.submitting}
      </Text>
      {failure ? (
        <Alert color="red" role="alert" title={failure.title}>
          {failure.description}
          {failure.fault ? (
            <div>
              <Entry fault={failure.fault} onShow={onShow} />
            </div>
          ) : null}
          {failure.isTextChanged ? (
            <Button variant="default" mt="sm" onClick={() => window.location.reload()}>
              {words.textChanged}
            </Button>
          ) : null}
        </Alert>
      ) : null}
      <StepWays isFirst={false} isBusy={isSubmitting} onPrevious={onPrevious}>
        <Button
          type="submit"
          size="lg"
          disabled={missing.length > 0 || isSubmitting}
          aria-describedby={`${missing.length > 0 ? `${id}-missing ` : ''}${id}-effect`}
          leftSection={isSubmitting ? <Loader size="1em" color="gray" aria-hidden /> : null}
        >
          {isSubmitting ? words.submitting : words.submit}
        </Button>
      </StepWays>
    </Stack>
  )
}

/** Leads to where something is given. */
function Entry({ fault, onShow }: { fault: SubmissionFault; onShow(fault: SubmissionFault): void }) {
  return (
    <Anchor component="button" type="button" ta="start" mod="standalone" onClick={() => onShow(fault)}>
      {words.missing[fault]}
    </Anchor>
  )
}
