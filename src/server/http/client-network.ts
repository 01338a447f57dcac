import ipaddr from 'ipaddr.js'

/** The part of an address that one customer of a network has: all of IPv4, the first 64 bits of IPv6. Anything else stays what it is. */
export function toNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
