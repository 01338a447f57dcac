import words from '../../../words/en/landing.ts'
import { appStores } from './app-stores.ts'
import classes from './landing-page.module.css'

/** The mobile apps, once there are store links for them. */
export function AppSection() {
  const { ios, android } = appStores
  if (!ios && !android) return null
  return (
    <section className={classes['section']}>
      <h2>{words.app.heading}</h2>
      {ios ? <a href={ios}>{words.app.ios}</a> : null}{' '}
      {android ? <a href={android}>{words.app.android}</a> : null}
    </section>
  )
}
