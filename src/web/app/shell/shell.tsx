import { IconLayoutSidebar, IconMenu2, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import words from '../../../words/en/shell.ts'
import { useSession } from '../../api/session-state.ts'
import { useFeedbackDialog } from '../../features/feedback/index.ts'
import { Brand } from '../../shared/ui/brand.tsx'
import { SkipLink } from '../../shared/ui/skip-link.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useSidebar } from './use-sidebar.ts'

/** The frame around every signed-in page: a sidebar beside it, or below 768 px a drawer over it. */
export function Shell({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const { isPhone, open, drawerOpen, toggle, closeDrawer } = useSidebar()
  const drawer = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (drawerOpen) drawer.current?.showModal()
    else drawer.current?.close()
  }, [drawerOpen])
  const feedback = useFeedbackDialog()
  if (!user) return null
  const giveFeedback = () => {
    // The drawer gives the focus back to its button when it closes, and the dialog then to the same.
    drawer.current?.close()
    void feedback.open()
  }
  const toggleWords = isPhone
    ? words.openNavigation
    : open
      ? words.collapseNavigation
      : words.expandNavigation
  return (
    <div className={classes['shell']} data-collapsed={!open || undefined}>
      <SkipLink />
      {isPhone ? (
        <dialog
          ref={drawer}
          className={classes['drawer']}
          aria-label={words.navigation}
          onClose={closeDrawer}
          onClick={(event) => {
            if (event.target === drawer.current) closeDrawer()
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') closeDrawer()
          }}
        >
          <div className={classes['drawerInner']}>
            <button
              type="button"
              className={classes['closeDrawer']}
              onClick={closeDrawer}
              aria-label={words.closeNavigation}
            >
              <IconX size={20} aria-hidden="true" />
            </button>
            <Sidebar user={user} onLeave={closeDrawer} onFeedback={giveFeedback} />
          </div>
        </dialog>
      ) : (
        <aside className={classes['aside']}>
          <Sidebar user={user} collapsed={!open} onFeedback={giveFeedback} />
        </aside>
      )}
      <div className={classes['page']}>
        <header className={classes['bar']}>
          <button
            type="button"
            className={classes['toggle']}
            onClick={toggle}
            aria-label={toggleWords}
            aria-expanded={isPhone ? drawerOpen : open}
            aria-keyshortcuts="Control+B Meta+B"
          >
            {isPhone ? (
              <IconMenu2 size={22} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconLayoutSidebar size={20} stroke={1.6} aria-hidden="true" />
            )}
          </button>
          {isPhone ? <Brand /> : null}
        </header>
        <main id="main" tabIndex={-1} className={classes['main']}>
          {children}
        </main>
      </div>
      {feedback.dialog}
    </div>
  )
}
