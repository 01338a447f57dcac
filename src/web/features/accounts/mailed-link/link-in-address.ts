import type { MailedLink } from '../../../api/mailed-link.ts'

/** The mailed link behind the # of an address; null when there is none. What ended a sentence may have been copied with it. */
export function findLinkInAddress(hash: string): MailedLink | null {
  const members = new URLSearchParams(hash.replace(/^#|[.,;:!?)\]>]+$/g, ''))
  const token = members.get('token')
  const type = members.get('type')
  return token && type ? { token, type, redirectTo: members.get('redirect_to') } : null
}
