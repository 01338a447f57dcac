import words from '../../../words/en/offline.ts'
import { Brand, ReloadLink } from '../../shared/ui/page-frame.tsx'
import classes from './offline-page.module.css'

export function meta() {
  return [{ title: words.title }, { name: 'robots', content: 'noindex' }]
}

/**
 * What the service worker shows in the place of a page that cannot be reached. It is built without scripts, since none
 * could be loaded; 'Try again' asks for the address that was wanted.
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
