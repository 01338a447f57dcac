import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isPageHeld } from '../api/page-hold.ts'
import { onSessionChange, useSession } from '../api/session-state.ts'
import { onFirstTouch } from '../shared/ui/on-first-touch.ts'
import { showToast } from '../shared/ui/toast.ts'
import { chooseDestination } from './session-destination.ts'

const doNothing = () => {}

/** Fetched at the first touch, as what shows it: a session that changes later finds its words even when the network is gone. */
const loadToasts = () => import('./session-toast.ts')

/** Follows the session through its life: says what happened and leads to where one goes then (SHELL-4, SHELL-5). */
export function SessionEvents() {
  useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const here = useRef(pathname)
  here.current = pathname
  useEffect(() => onFirstTouch(() => void loadToasts().catch(doNothing)), [])
  useEffect(
    () =>
      onSessionChange((change) => {
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
