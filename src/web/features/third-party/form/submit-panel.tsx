import { Alert, Anchor, Button, Loader, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import type { SubmissionFault } from '../../../../domain/verification/submission.ts'
import { formWords as words } from './form-words.ts'
import classes from './submit-panel.module.css'
import type { SubmissionFailure } from './use-submission.ts'

type SubmitPanelProps = {
  form: Pick<ThirdPartyView, 'asksFor' | 'fullName'>
  missing: readonly SubmissionFault[]
  isUploading: boolean
  isSubmitting: boolean
  failure: SubmissionFailure | null
  onShowPart(fault: SubmissionFault): void
}

/** The decision: what still stands in its way, what it will do, and the button. */
export function SubmitPanel(props: SubmitPanelProps) {
  const { form, missing, isUploading, isSubmitting, failure, onShowPart } = props
  const id = useId()
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
                <Anchor
                  component="button"
                  type="button"
                  ta="start"
                  mod="standalone"
                  onClick={() => onShowPart(fault)}
                >
                  {words.missing[fault]}
                </Anchor>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <Text id={`${id}-effect`}>{words.beforeSubmit(form.fullName, form.asksFor)}</Text>
      )}
      {failure ? (
        <Alert color="red" role="alert" title={failure.title}>
          {failure.description}
          {failure.isTextChanged ? (
            <Button variant="default" mt="sm" onClick={() => window.location.reload()}>
              {words.textChanged}
            </Button>
          ) : null}
        </Alert>
      ) : null}
      <Button
        type="submit"
        size="xl"
        fullWidth
        disabled={missing.length > 0 || isSubmitting}
        aria-describedby={missing.length > 0 ? `${id}-missing` : `${id}-effect`}
        leftSection={isSubmitting ? <Loader size="1em" color="gray" aria-hidden /> : null}
      >
        {isSubmitting ? words.submitting : words.submit}
      </Button>
    </Stack>
  )
}
