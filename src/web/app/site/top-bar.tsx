import { Link } from 'react-router'
import words from '../../../words/en/site.ts'
import { useSession } from '../../api/session-state.ts'
import { Brand } from '../../shared/ui/brand.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import classes from './top-bar.module.css'

/** The bar of the public pages: ways in for a visitor, the account's menu for a signed-in person. */
export function TopBar() {
  const { user } = useSession()
  return (
    <header className={classes['bar']}>
      <div className={classes['inner']}>
        <Brand />
        <nav className={classes['ways']} aria-label={words.account}>
          {user ? (
            <AccountMenu user={user} />
          ) : (
            <>
              <Link to="/login" className={classes['logIn'] ?? ''}>
                {words.logIn}
              </Link>
              <LinkButton to="/register">{words.signUp}</LinkButton>
            </>
          )}
        </nav>
      </div>
    </header>
  )
}
