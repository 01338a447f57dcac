import classes from './landing-page.module.css'

const drawings = [
  // Two sheets and a tick
  'M8 12h15a3 3 0 0 1 3 3v15a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V15a3 3 0 0 1 3-3zM14 12V8a3 3 0 0 1 3-3h15a3 3 0 0 1 3 3v15a3 3 0 0 1-3 3h-6M10.5 22.5l3.5 3.5 6.5-7',
  // A face in a frame
  'M5 13V8a3 3 0 0 1 3-3h5M27 5h5a3 3 0 0 1 3 3v5M35 27v5a3 3 0 0 1-3 3h-5M13 35H8a3 3 0 0 1-3-3v-5M20 20a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM11.5 29.5c.8-4.5 4.3-6.5 8.5-6.5s7.7 2 8.5 6.5',
  // A drawer with a keyhole
  'M8 17h24a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V20a3 3 0 0 1 3-3zM12 17v-4a8 8 0 0 1 16 0v4M20 24.5v3.5',
  // A clock in a seal
  'M20 35a15 15 0 1 0 0-30 15 15 0 0 0 0 30zM20 11v9l6 4',
]

/** The drawing beside a feature, in the order of the words. */
export function FeatureIcon({ index }: { index: number }) {
  return (
    <svg className={classes['icon']} viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
      <path d={drawings[index]} />
    </svg>
  )
}
