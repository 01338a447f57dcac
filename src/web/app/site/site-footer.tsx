import { Link } from 'react-router'
import { productName } from '../../../domain/product.ts'
import { site } from '../../api/site.ts'
import { Brand } from '../../shared/ui/brand.tsx'
import classes from './site-footer.module.css'
import { siteWords as words } from './site-words.ts'

/** The footer of the public pages with its three columns (PUBLIC-9). */
export function SiteFooter() {
  const { supportEmail } = site()
  return (
    <footer className={classes['footer']}>
      <div className={classes['inner']}>
        <div className={classes['claim']}>
          <Brand />
          <p>{words.claim}</p>
        </div>
        {words.columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div>
          <h2>{words.contact}</h2>
          <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </div>
      </div>
      <p className={classes['small']}>
        © {productName}. {words.notLegalAdvice}
      </p>
    </footer>
  )
}
