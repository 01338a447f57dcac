import words from '../../../words/en/landing.ts'
import classes from './landing-page.module.css'
import formDark from './pictures/form-dark.avif'
import formLight from './pictures/form-light.avif'
import invitationDark from './pictures/invitation-dark.avif'
import invitationLight from './pictures/invitation-light.avif'
import recordDark from './pictures/record-dark.avif'
import recordLight from './pictures/record-light.avif'

const files = {
  invitation: { light: invitationLight, dark: invitationDark },
  form: { light: formLight, dark: formDark },
  record: { light: recordLight, dark: recordDark },
} as const

const names = ['invitation', 'form', 'record'] as const

/** Three pictures that `npm run landing-pictures` took of the product itself. They lie below the fold and come when they are near. */
export function Pictures() {
  return (
    <ol className={classes['pictures']}>
      {names.map((name) => (
        <li key={name}>
          <picture>
            <source srcSet={files[name].dark} media="(prefers-color-scheme: dark)" />
            <img
              src={files[name].light}
              alt={words.pictures.shown[name].alt}
              width={360}
              height={560}
              loading="lazy"
              decoding="async"
            />
          </picture>
          <h3>{words.pictures.shown[name].title}</h3>
          <p>{words.pictures.shown[name].text}</p>
        </li>
      ))}
    </ol>
  )
}
