import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { isSidebarOpen, keepSidebarOpen } from './sidebar-cookie.ts'

const phone = '(max-width: 47.99em)'

function useIsPhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(phone)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => window.matchMedia(phone).matches,
    () => false,
  )
}

export type Sidebar = {
  isPhone: boolean
  /** Beside the page: whole, or collapsed to icons. Kept in a cookie. */
  open: boolean
  /** Below 768 px: the drawer over the page. Never kept. */
  drawerOpen: boolean
  toggle(): void
  closeDrawer(): void
}

/** The sidebar's state, toggled by its button and by ctrl or cmd plus b (SHELL-2). */
export function useSidebar(): Sidebar {
  const isPhone = useIsPhone()
  const [open, setOpen] = useState(() =>
    typeof document === 'undefined' ? true : isSidebarOpen(document.cookie),
  )
  const [drawerOpen, setDrawerOpen] = useState(false)
  const toggle = useCallback(() => {
    if (isPhone) setDrawerOpen((shown) => !shown)
    else setOpen((shown) => !shown)
  }, [isPhone])
  const closeDrawer = useCallback(() => setDrawerOpen(false), [])
  useEffect(() => {
    keepSidebarOpen(document, open)
  }, [open])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'b' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [toggle])
  useEffect(() => {
    if (!isPhone) setDrawerOpen(false)
  }, [isPhone])
  return { isPhone, open, drawerOpen, toggle, closeDrawer }
}
