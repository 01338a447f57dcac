import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isPageHeld, onSessionChange, type SessionChange, useSession } from '../api/session-state.ts'
import { dropDrafts, dropDraftsOfOthers, followLogOut } from '../features/verifications/wizard/kept-drafts.ts'
import { keptFields } from '../shared/before-reload.ts'
import { onToastWaiting, showToast } from '../shared/ui/toast.ts'

const doNothing = () => {}

/**
 * Fetched on an interaction, like the toast region: a later session event then finds its texts even when the
 * network is down.
 */
const loadToasts = () => import('./session-toast.ts')

/**
 * Follows the events of the session: shows a toast, navigates to the next page (SHELL-4, SHELL-5), and drops the
 * entries that this tab may no longer keep (DRAFT-9).
 */
export function SessionEvents() {
  const userId = useSession().user?.id
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const here = useRef(pathname)
  here.current = pathname
  useEffect(() => onTouch(() => void loadToasts().catch(doNothing)), [])
  useEffect(() => followLogOut(), [])
  useEffect(() => {
    if (userId) dropDraftsOfOthers(userId)
  }, [userId])
  useEffect(
    () =>
      onSessionChange((change) => {
        if (change.type === 'signed-out') keptFields.drop('')
        // When a session expires, unsaved input is kept for the same person's next sign-in.
        if (change.type === 'signed-out' && (change.cause === 'log-out' || change.cause === 'account-closed'))
          dropDrafts()
        loadToasts().then(({ findToast }) => {
          const toast = findToast(change)
          if (toast) showToast(toast)
        }, doNothing)
        const destination = chooseDestination(change, here.current, isPageHeld())
        if (destination) navigate(destination)
      }),
    [navigate],
  )
  return null
}

/** The page to navigate to after a session starts or ends; null stays. */
type Destination = '/dashboard' | '/' | null

/**
 * SHELL-5: after a sign-in event a person on /, /login, /register or any /verify path goes to /dashboard; /login and
 * /register navigate themselves, because they remember the requested path. After logging out the person goes to /. When
 * a session ended elsewhere, the page's sign-in check remembers the path.
 */
export function chooseDestination(change: SessionChange, pathname: string, held: boolean): Destination {
  if (change.type === 'signed-in') {
    const leaves = pathname === '/' || pathname === '/verify' || pathname.startsWith('/verify/')
    return leaves && !held ? '/dashboard' : null
  }
  if (change.type === 'signed-out') return change.cause === 'log-out' ? '/' : null
  return null
}

const SecondStep = lazy(() => import('./second-step.tsx'))

/** Loaded only for a signed-in person. Asks for the authenticator app's code when a request needs one. */
export function LazySecondStep() {
  return useSession().status === 'signed-in' ? (
    <Suspense fallback={null}>
      <SecondStep />
    </Suspense>
  ) : null
}

/**
 * The toast region, loaded on an interaction or the first toast, so that it is ready when needed and adds nothing to
 * the first view. If it can't be loaded, the next interaction or toast tries again.
 */
export function LazyToastRegion() {
  const [Region, setRegion] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (Region) return
    const fetchRegion = () =>
      void import('../shared/ui/toast-region.tsx').then((code) => setRegion(() => code.default), doNothing)
    const stops = [onTouch(fetchRegion), onToastWaiting(fetchRegion)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [Region])
  return Region ? <Region /> : null
}

const touches = ['pointerdown', 'keydown'] as const

/**
 * Calls back on each interaction: code that only an action can need is fetched then. Returns a function that stops it.
 */
function onTouch(listener: () => void): () => void {
  for (const type of touches) window.addEventListener(type, listener, { passive: true })
  return () => {
    for (const type of touches) window.removeEventListener(type, listener)
  }
}
