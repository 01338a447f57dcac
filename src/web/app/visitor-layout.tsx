import '../theme/components.css'
import { useState } from 'react'
import { Outlet } from 'react-router'
import words from '../../words/en/testimonials.ts'
import { LanguageChoice } from '../shared/ui/language-choice.tsx'
import { Brand, SkipLink } from '../shared/ui/page-frame.tsx'
import classes from './visitor-layout.module.css'

/**
 * The split layout of signing in and up: the form in one column, illustrative testimonials beside it, or below it on a
 * phone.
 */
export default function VisitorLayout() {
  return (
    <div className={classes['split']}>
      <SkipLink />
      <div className={classes['side']}>
        <header>
          <Brand />
        </header>
        <main id="main" tabIndex={-1} className={classes['main']}>
          <Outlet />
        </main>
        <footer>
          <LanguageChoice />
        </footer>
      </div>
      <TestimonialPanel />
    </div>
  )
}

/**
 * The other side of the split layout: two matching sheets, and testimonials marked as illustrative. In one column they
 * are folded.
 */
function TestimonialPanel() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <aside className={classes['panel']} aria-label={words.heading} data-open={isOpen || undefined}>
      <button
        type="button"
        className={classes['unfold']}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {words.heading}
      </button>
      <svg className={classes['drawing']} viewBox="54 8 214 204" aria-hidden="true">
        <g className={classes['sheet']}>
          <rect x="96" y="10" width="150" height="190" rx="14" />
          <path d="M120 44h70M120 62h102M120 80h88" />
          <path className={classes['ink']} d="M120 160c10-22 18-22 20-4s8 14 14 2 10-8 14 0 10 4 16-4" />
        </g>
        <g className={classes['front']}>
          <rect x="56" y="34" width="150" height="176" rx="14" />
          <circle cx="92" cy="74" r="16" />
          <path d="M120 66h58M120 84h40M80 112h102M80 130h84" />
          <path className={classes['ink']} d="M80 176c12-26 20-20 22-4s8 12 16-2 10-6 14 2 12 2 20-8" />
        </g>
        <g className={classes['seal']}>
          <circle cx="232" cy="164" r="34" />
          <path d="m217 165 10 11 21-24" />
        </g>
      </svg>
      <h2 className={classes['heading']}>{words.heading}</h2>
      <ul className={classes['voices']}>
        {words.voices.map(({ words: quote, who }) => (
          <li key={who}>
            <figure className={classes['voice']}>
              <blockquote>{quote}</blockquote>
              <figcaption>{who}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <p className={classes['note']}>{words.note}</p>
    </aside>
  )
}
