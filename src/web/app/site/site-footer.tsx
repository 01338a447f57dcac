import { Link } from 'react-router'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/site.ts'
import { readSite } from '../../api/site.ts'
import { Brand } from '../../shared/ui/brand.tsx'
import classes from './site-footer.module.css'

const columns = [
  {
    column: 'features',
    links: [
      { to: '/age-confirmation', link: 'age' },
      { to: '/person-verification', link: 'person' },
    ],
  },
  {
    column: 'company',
    links: [
      { to: '/about', link: 'about' },
      { to: '/privacy', link: 'privacy' },
      { to: '/terms', link: 'terms' },
    ],
  },
] as const

/** The footer of the public pages with its three columns (PUBLIC-9). */
export function SiteFooter() {
  const { supportEmail } = readSite()
  return (
    <footer className={classes['footer']}>
      <div className={classes['inner']}>
        <div className={classes['claim']}>
          <Brand />
          <p>{words.claim}</p>
        </div>
        {columns.map(({ column, links }) => (
          <nav key={column} aria-label={words.columns[column]}>
            <h2>{words.columns[column]}</h2>
            <ul>
              {links.map(({ to, link }) => (
                <li key={to}>
                  <Link to={to}>{words.links[link]}</Link>
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
