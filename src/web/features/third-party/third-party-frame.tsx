import type { ReactNode } from 'react'
import { ProtectionNote } from '../../shared/protection/protection-note.tsx'
import { Brand } from '../../shared/ui/brand.tsx'
import classes from './third-party-frame.module.css'

/** One calm column under the brand: the frame of everything behind a link. */
export function ThirdPartyFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes['frame']}>
      <header className={classes['bar']}>
        <Brand />
      </header>
      <main id="main" tabIndex={-1} className={classes['column']}>
        {children}
      </main>
      <footer className={classes['foot']}>
        <ProtectionNote />
      </footer>
    </div>
  )
}
