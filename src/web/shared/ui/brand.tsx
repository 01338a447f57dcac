import { Link } from 'react-router'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/frame.ts'
import classes from './brand.module.css'

/** The sign of the product: two overlapping sheets that agree in a tick. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg className={classes['mark']} viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect className={classes['back']} x="9" y="3" width="20" height="20" rx="6" />
      <rect className={classes['front']} x="3" y="9" width="20" height="20" rx="6" />
      <path className={classes['tick']} d="m8.5 19.2 3.4 3.4 6.6-7.4" />
    </svg>
  )
}

/** The brand, a link to the landing page. `compact` leaves the name to screen readers. */
export function Brand({ compact = false }: { compact?: boolean }) {
  return (
    <Link to="/" className={classes['brand']} aria-label={words.home}>
      <BrandMark />
      {compact ? null : <span className={classes['name']}>{productName}</span>}
    </Link>
  )
}
