import { WithAddresses } from '../../shared/ui/with-addresses.tsx'

/** An address in a sentence. */
export const BoldAddress = ({ children }: { children: string }) => (
  <strong>
    <WithAddresses>{children}</WithAddresses>
  </strong>
)
