import { describe, expect, it } from 'vitest'
import { isSidebarOpen, keepSidebarOpen } from './shell.tsx'

describe('the sidebar cookie', () => {
  it('keeps the state for 7 days on the whole site (SHELL-2)', () => {
    const jar = { cookie: '', location: { protocol: 'http:' } }
    keepSidebarOpen(jar, false)
    expect(jar.cookie).toBe('sidebar_state=false; Path=/; Max-Age=604800; SameSite=Lax')
  })

  it('is never sent unencrypted by a page loaded over https (SHELL-2)', () => {
    const jar = { cookie: '', location: { protocol: 'https:' } }
    keepSidebarOpen(jar, true)
    expect(jar.cookie).toBe('sidebar_state=true; Path=/; Max-Age=604800; SameSite=Lax; Secure')
  })

  it('reads back the stored state, among other cookies', () => {
    expect(isSidebarOpen('a=1; sidebar_state=false; b=2')).toBe(false)
    expect(isSidebarOpen('a=1; sidebar_state=true')).toBe(true)
  })

  it('is open by default, and ignores cookies with a similar name (SHELL-2)', () => {
    expect(isSidebarOpen('')).toBe(true)
    expect(isSidebarOpen('old_sidebar_state=false')).toBe(true)
  })
})
