import { domainToASCII } from 'node:url'

/**
 * The mailbox behind an address, for counting only: spellings that end in one mailbox at the great providers count as one. Case, surrounding
 * space, a `+tag` and the dots of the part before the @ make no difference, nor does a domain written in its own script or in ASCII.
 */
export function mailboxOf(address: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/s.exec(address.trim().normalize('NFKC')) ?? []
  const plain = local.toLowerCase().replace(/\+.*$/s, '').replaceAll('.', '')
  const host = domainToASCII(domain.toLowerCase()) || domain.toLowerCase()
  return `${plain}@${host.replace(/\.$/, '')}`
}
