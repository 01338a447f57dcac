import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/not-found.ts'
import { LinkButton, useHeadingFocus } from '../../shared/ui/page-frame.tsx'
import classes from './not-found-page.module.css'

export function meta() {
  return [{ title: `${words.pageTitle} · ${productName}` }, { name: 'robots', content: 'noindex' }]
}

/** Any unknown address (PAGE-5). */
export default function NotFoundPage() {
  const heading = useHeadingFocus()
  return (
    <div className={classes['page']}>
      <svg className={classes['drawing']} viewBox="0 0 200 120" width="200" height="120" aria-hidden="true">
        <path
          className={classes['sheet']}
          d="M62 14h62l22 22v74a6 6 0 0 1-6 6H62a6 6 0 0 1-6-6V20a6 6 0 0 1 6-6z"
        />
        <path d="M124 14v16a6 6 0 0 0 6 6h16M74 52h40M74 66h52M74 80h28" />
      </svg>
      <p className={classes['code']}>404</p>
      <h1 ref={heading} tabIndex={-1}>
        {words.title}
      </h1>
      <p className={classes['words']}>{words.text}</p>
      <LinkButton to="/">{words.home}</LinkButton>
    </div>
  )
}
