const name = 'sidebar_state'
const lifeSeconds = 7 * 24 * 60 * 60

/** Whether the sidebar is open, from the cookie header's form `name=value; …`; open when nothing was kept. */
export function isSidebarOpen(cookies: string): boolean {
  return !cookies.split('; ').includes(`${name}=false`)
}

/** Keeps the sidebar's state for 7 days (SHELL-2); `jar` is the document. */
export function keepSidebarOpen(jar: { cookie: string }, open: boolean): void {
  jar.cookie = `${name}=${open}; Path=/; Max-Age=${lifeSeconds}; SameSite=Lax`
}
