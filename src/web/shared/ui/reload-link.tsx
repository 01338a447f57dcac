import type { ReactNode } from 'react'

/** Asks for this very address again. A link, not a button: it works where no script runs. */
export function ReloadLink({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: the empty address is the page itself
    <a href="" className={className}>
      {children}
    </a>
  )
}
