import { domainToASCII } from 'node:url'

/** Domains that deliver to the mailboxes of another. */
const otherNames: Record<string, string> = { 'googlemail.com': 'gmail.com' }

/**
 * The mailbox behind an address, for counting only: spellings that end in one mailbox at the great providers count as one. Case, surrounding
 * space, a `+tag` and the dots of the part before the @ make no difference, nor does a domain written in its own script or in ASCII, or by
 * its other name.
 */
export function toMailbox(address: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/s.exec(address.trim().normalize('NFKC')) ?? []
  const plain = local.toLowerCase().replace(/\+.*$/s, '').replaceAll('.', '')
  const host = domainToASCII(domain.toLowerCase()) || domain.toLowerCase()
  const named = host.replace(/\.$/, '')
  return `${plain}@${otherNames[named] ?? named}`
}
