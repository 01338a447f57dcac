import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import words from '../../../../words/en/owner.ts'
import { sendAuthorisedRequest } from '../../../api/authorised-request.ts'
import { RequestFailure } from '../../../api/request.ts'
import { verificationsKey } from '../../../api/verifications.ts'
import { showToast } from '../../../shared/ui/toast.ts'

/** Mails the link to the third party once more. */
export function ResendInvitation({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const sending = useMutation({
    mutationFn: () => sendAuthorisedRequest('POST /api/verifications/:id/invitation', { params: { id } }),
    onSuccess() {
      showToast({ kind: 'success', title: words.invited, description: words.invitedText })
      void queryClient.invalidateQueries({ queryKey: verificationsKey })
    },
    onError(error) {
      const problem = error instanceof RequestFailure ? error.problem : null
      showToast({ kind: 'error', title: words.inviteFailed, description: describeProblem(problem) })
      // The other person may have been faster: then the page shows it.
      if (problem?.code === 'link_closed') void queryClient.invalidateQueries({ queryKey: verificationsKey })
    },
  })
  return (
    <Button variant="default" loading={sending.isPending} onClick={() => sending.mutate()}>
      {words.invite}
    </Button>
  )
}

function describeProblem(problem: RequestFailure['problem']): string {
  if (!problem) return words.networkText
  const sentence = problem.detail ?? problem.title
  return problem.code === 'rate_limited' ? words.invitedEnough({ when: sentence }) : sentence
}
