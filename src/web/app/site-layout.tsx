import { Outlet } from 'react-router'
import { SkipLink } from '../shared/ui/page-frame.tsx'
import { SiteFooter, TopBar } from './site/site-parts.tsx'

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
