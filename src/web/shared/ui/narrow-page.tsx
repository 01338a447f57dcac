import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import classes from './narrow-page.module.css'

/** One short column under the brand, for a page that somebody passes through. With `isLive` what appears in it is announced. */
export function NarrowPage({ isLive = false, children }: { isLive?: boolean; children: ReactNode }) {
  return (
    <div className={classes['frame']}>
      <header>
        <Brand />
      </header>
      <main id="main" tabIndex={-1} className={classes['main']} aria-live={isLive ? 'polite' : undefined}>
        {children}
      </main>
    </div>
  )
}
