import type { ReactNode } from 'react'
import { ProtectionNote } from '../protection/protection-note.tsx'
import { Brand } from '../ui/brand.tsx'
import classes from './link-frame.module.css'

/** One calm column under the brand: the frame of everything behind a link. A wide one has room for a record. */
export function LinkFrame({ isWide, children }: { isWide?: boolean; children: ReactNode }) {
  return (
    <div className={classes['frame']} data-wide={isWide || undefined}>
      <header className={classes['bar']}>
        <Brand />
      </header>
      <main id="main" tabIndex={-1} className={classes['main']}>
        {children}
      </main>
      <footer>
        <ProtectionNote />
      </footer>
    </div>
  )
}
