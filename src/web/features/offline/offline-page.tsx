import words from '../../../words/en/offline.ts'
import { Brand, ReloadLink } from '../../shared/ui/page-frame.tsx'
import classes from './offline-page.module.css'

export function meta() {
  return [{ title: words.title }, { name: 'robots', content: 'noindex' }]
}

/**
 * The service worker shows this page instead of an unreachable one. It has no scripts, since they could not be loaded;
 * 'Try again' requests the same address.
 */
export default function OfflinePage() {
  return (
    <main id="main" className={classes['page']}>
      <Brand />
      <h1>{words.heading}</h1>
      <p>{words.text}</p>
      <p>{words.links}</p>
      <ReloadLink className={classes['again']}>{words.tryAgain}</ReloadLink>
    </main>
  )
}
