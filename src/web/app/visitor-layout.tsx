import '../theme/components.css'
import { Outlet } from 'react-router'
import { Brand } from '../shared/ui/brand.tsx'
import { SkipLink } from '../shared/ui/skip-link.tsx'
import { TestimonialPanel } from './testimonial-panel.tsx'
import classes from './visitor-layout.module.css'

/** The split layout of signing in and up: the form in one calm column, illustrative voices beside it, below it on a phone. */
export default function VisitorLayout() {
  return (
    <div className={classes['split']}>
      <SkipLink />
      <div className={classes['side']}>
        <header className={classes['brand']}>
          <Brand />
        </header>
        <main id="main" tabIndex={-1} className={classes['main']}>
          <Outlet />
        </main>
      </div>
      <TestimonialPanel />
    </div>
  )
}
