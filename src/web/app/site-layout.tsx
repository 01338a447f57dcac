import { Outlet } from 'react-router'
import { SkipLink } from '../shared/ui/skip-link.tsx'
import { SiteFooter } from './site/site-footer.tsx'
import { TopBar } from './site/top-bar.tsx'

/** The bar above and the footer below every public page. */
export default function SiteLayout() {
  return (
    <>
      <SkipLink />
      <TopBar />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter />
    </>
  )
}
