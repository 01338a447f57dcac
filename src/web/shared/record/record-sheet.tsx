import type { ReactNode } from 'react'
import { readLanguage } from '../../../words/language.ts'
import classes from './record-object.module.css'

type Signer = {
  name: string
  /** Their photo; their initials without one. */
  photoUrl: string | null
  signature: string
  day: string
}

type RecordSheetProps = {
  label?: string
  /** Above the two people. */
  title: ReactNode
  /** Between the two people. */
  seal: ReactNode
  signers: readonly [creator: Signer, thirdParty: Signer]
  /** What is said about them. */
  children: ReactNode
}

/** A record as drawn: two people, their signatures, and what is said about them. Plain markup, without words. */
export function RecordSheet({ label, title, seal, signers, children }: RecordSheetProps) {
  const [creator, thirdParty] = signers
  return (
    <section className={classes['record']} aria-label={label}>
      {title}
      <div className={classes['people']}>
        <Portrait {...creator} />
        {seal ?? <span />}
        <Portrait {...thirdParty} />
      </div>
      <div className={classes['sides']}>
        <Side {...creator} />
        <Side {...thirdParty} />
      </div>
      <div className={classes['facts']}>{children}</div>
    </section>
  )
}

/** A person's photo, or their initials; the whole picture, with its name, is further down. */
function Portrait({ photoUrl, name }: Signer) {
  return photoUrl ? (
    <img className={classes['portrait']} src={photoUrl} alt="" draggable={false} />
  ) : (
    <span className={classes['portrait']} data-initials aria-hidden>
      {toInitials(name)}
    </span>
  )
}

/**
 * The first letters of the first and the last word of a name, without an Arabic article: “ŁN”. Arabic letters aren't
 * joined, because two of them would read as a word.
 */
function toInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = ends.map((word) => [...(word ?? '').replace(/^ال(?=..)/, '')][0] ?? '')
  const initials = letters.map((letter) => letter.toLocaleUpperCase(readLanguage().locale))
  return initials.join(letters.some((letter) => /\p{Script=Arabic}/u.test(letter)) ? '\u202f' : '')
}

function Side({ name, signature, day }: Signer) {
  return (
    <div className={classes['side']}>
      <p className={classes['name']}>
        <bdi>{name}</bdi>
      </p>
      <p className={classes['signature']}>
        <bdi>{signature}</bdi>
      </p>
      <p className={classes['day']}>{day}</p>
    </div>
  )
}
