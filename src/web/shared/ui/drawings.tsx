import { readSite } from '../../api/site.ts'
import classes from './drawings.module.css'

/** A passport's photo page and the back of a card, with the machine-readable lines in ochre. */
export function DocumentDrawing() {
  return (
    <svg
      className={classes['drawing']}
      viewBox="0 0 132 52"
      width="132"
      height="52"
      aria-hidden="true"
      data-read={readSite().documentReading === 'on' || undefined}
    >
      <rect x="1" y="3" width="66" height="46" rx="5" />
      <rect x="8" y="10" width="14" height="18" rx="2" />
      <path d="M29 13h28M29 20h20M29 27h24" />
      <path className={classes['code']} d="M8 36h52M8 42h52" />
      <rect x="77" y="9" width="54" height="34" rx="5" />
      <path d="M84 16h16M84 21h24" />
      <path className={classes['code']} d="M84 28h40M84 33h40M84 38h40" />
    </svg>
  )
}

/** A face in the middle of an upright photo, lit from the front. */
export function FaceDrawing() {
  return (
    <svg className={classes['drawing']} viewBox="0 0 132 84" width="132" height="84" aria-hidden="true">
      <rect x="37" y="3" width="58" height="78" rx="5" />
      <circle cx="66" cy="35" r="14" />
      <path d="M44 77c1-16 10-21 22-21s21 5 22 21" />
      <path
        className={classes['light']}
        d="M8 42h18M11 24l15 8M11 60l15-8M124 42h-18M121 24l-15 8M121 60l-15-8"
      />
    </svg>
  )
}

export function SigningDrawing() {
  return (
    <svg className={classes['drawing']} viewBox="0 0 132 52" width="132" height="52" aria-hidden="true">
      <path d="M14 43h104" />
      <path
        className={classes['light']}
        d="M22 36c6-16 14-24 17-20s-10 20-6 21 8-13 12-13-3 12 1 12 6-10 10-10-2 10 2 10 7-8 14-9"
      />
      <path d="M72 27l3-8 20-15 5 6-20 15zM91 7l5 6" />
    </svg>
  )
}
