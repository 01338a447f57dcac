import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { useSyncExternalStore } from 'react'
import { findStoredSession, loadAuthClient } from './session.ts'
import { sessionStorageKey } from './site.ts'

/** The signed-in person, as used by the pages (SESSION-2). */
export type SessionUser = {
  id: string
  email: string
  emailVerified: boolean
  fullName: string
  /** Whether this sign-in cancelled the closing of the account. */
  isKept: boolean
  /** Set while the session lacks the second step of the account. */
  needsCode?: true
}

/** `unknown` only on the server. */
export type SessionState =
  | { status: 'unknown'; user: null }
  | { status: 'signed-out'; user: null }
  | { status: 'signed-in'; user: SessionUser }

/**
 * The cause of the start or the end of a session. `mail-link`: the page for mailed links, which shows its own message.
 * `elsewhere`: another tab, another device, or expiry.
 */
export type SessionCause =
  | 'login'
  | 'registration'
  | 'mail-link'
  | 'log-out'
  | 'account-closed'
  | 'password-reset'
  | 'elsewhere'

/**
 * `not-told`: ended here, but the server couldn't be reached. `failed`: still signed in, because the auth client did
 * not load.
 */
export type LogOutOutcome = 'done' | 'not-told' | 'failed'

/**
 * The events for the pages. `second-step-proven` follows a `signed-in` of a user with `needsCode`. `log-out-finished` follows a sign-out that the person requested; the session has ended here
 * either way.
 */
export type SessionChange =
  | { type: 'signed-in'; cause: SessionCause; user: SessionUser }
  | { type: 'second-step-proven'; user: SessionUser }
  | { type: 'signed-out'; cause: SessionCause }
  | { type: 'log-out-finished'; outcome: LogOutOutcome }

const unknown: SessionState = { status: 'unknown', user: null }
const signedOut: SessionState = { status: 'signed-out', user: null }

let state: SessionState = unknown
let started = false
let connected = false
let cause: SessionCause = 'elsewhere'
const stateListeners = new Set<() => void>()
const changeListeners = new Set<(change: SessionChange) => void>()

/** The signed-in person, kept up to date across tabs, refreshes and sign-outs. */
export function useSession(): SessionState {
  return useSyncExternalStore(onSessionState, readSessionState, () => unknown)
}

/** The current state, for code outside components. */
export function readSessionState(): SessionState {
  return state
}

/** Calls back on every start and end of a session. Returns a function that stops it. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}

/** Runs an action of the user, so that the session events it causes can be distinguished from those of other tabs. */
export async function actBecause<T>(reason: SessionCause, action: () => Promise<T>): Promise<T> {
  cause = reason
  try {
    return await action()
  } finally {
    cause = 'elsewhere'
  }
}

/**
 * Ends this browser's session, and the server's when it can be reached. Never rejects; the outcome is sent as an event.
 */
export async function logOut(): Promise<void> {
  let outcome: LogOutOutcome = 'failed'
  try {
    const auth = await loadAuthClient()
    const { error } = await actBecause('log-out', () => auth.signOut({ scope: 'local' }))
    outcome = error === null ? 'done' : 'not-told'
  } catch {
    // The auth client could not be fetched.
  }
  tell({ type: 'log-out-finished', outcome })
}

/** Connects the auth client and follows its events; for pages that sign in. */
export async function connectSession(): Promise<void> {
  if (connected) return
  connected = true
  try {
    const auth = await loadAuthClient()
    auth.onAuthStateChange(follow)
  } catch (failure) {
    connected = false
    throw failure
  }
}

/**
 * Calls back whenever the state changes; the first caller starts following the browser's session. Returns a function
 * that stops it.
 */
export function onSessionState(listener: () => void): () => void {
  stateListeners.add(listener)
  start()
  return () => stateListeners.delete(listener)
}

/** Reads the stored session; loads the auth client only where it is needed. */
function start() {
  if (started) return
  started = true
  if (hasSession(window.location.hash)) dropFragment()
  const stored = parseUser(findStoredSession())
  setState(stored ? { status: 'signed-in', user: stored } : signedOut)
  if (stored) connectSession().catch(() => {})
  window.addEventListener('storage', (event) => {
    // Local storage was cleared: "Exit this page" was pressed in another tab (EXIT-3).
    if (event.key === null) become(null)
    if (event.key === sessionStorageKey && event.newValue !== null && !connected)
      connectSession().catch(() => {})
  })
}

function follow(event: AuthChangeEvent, session: Session | null) {
  switch (event) {
    case 'INITIAL_SESSION':
      // Without an answer from the auth service (offline, 502) the stored session stays.
      become(session ? toSessionUser(session) : parseUser(findStoredSession()))
      return
    case 'SIGNED_IN':
    case 'TOKEN_REFRESHED':
    case 'USER_UPDATED':
    case 'PASSWORD_RECOVERY':
    case 'MFA_CHALLENGE_VERIFIED':
      if (session) become(toSessionUser(session))
      return
    case 'SIGNED_OUT':
      become(null)
      return
  }
}

/** auth-js repeats SIGNED_IN whenever a tab comes to the front; only a new person is a new sign-in. */
function become(user: SessionUser | null) {
  const before = state
  const reason = cause
  if (!user) {
    setState(signedOut)
    if (before.status === 'signed-in') tell({ type: 'signed-out', cause: reason })
    return
  }
  if (before.status !== 'signed-in' || !isSame(before.user, user)) setState({ status: 'signed-in', user })
  if (before.status !== 'signed-in' || before.user.id !== user.id)
    tell({ type: 'signed-in', cause: reason, user })
  else if (before.user.needsCode && !user.needsCode) tell({ type: 'second-step-proven', user })
}

function setState(next: SessionState) {
  state = next
  for (const listener of stateListeners) listener()
}

function tell(change: SessionChange) {
  for (const listener of changeListeners) listener(change)
}

/** A session in the address is ignored and removed from the address bar. */
function dropFragment() {
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
}

function toSessionUser(session: Session): SessionUser {
  const { user } = session
  const name: unknown = user.user_metadata?.['full_name']
  return {
    id: user.id,
    email: user.email ?? '',
    emailVerified: Boolean(user.email_confirmed_at),
    fullName: typeof name === 'string' ? name : '',
    isKept: 'kept_at' in user && user.kept_at === user.last_sign_in_at,
    // The service names the app in a session only while its code is missing.
    ...(user.factors?.some(({ status }) => status === 'verified') ? { needsCode: true as const } : {}),
  }
}

function parseUser(stored: string | null): SessionUser | null {
  if (stored === null) return null
  try {
    const session = JSON.parse(stored) as Session
    return session.user?.id && session.refresh_token ? toSessionUser(session) : null
  } catch {
    return null
  }
}

function isSame(one: SessionUser, other: SessionUser): boolean {
  return (
    one.id === other.id &&
    one.email === other.email &&
    one.emailVerified === other.emailVerified &&
    one.needsCode === other.needsCode &&
    one.fullName === other.fullName
  )
}

/** A session in an address is never used: otherwise the author of the address would choose the signed-in account. */
function hasSession(fragment: string): boolean {
  return /[#&](access|refresh)_token=/.test(fragment)
}

let holds = 0

/**
 * Prevents a sign-in in another tab from replacing this page: for a third party who has passed the gate and has typed
 * something. Returns a function that ends it.
 */
export function holdPage(): () => void {
  let held = true
  holds += 1
  return () => {
    if (held) holds -= 1
    held = false
  }
}

export function isPageHeld(): boolean {
  return holds > 0
}

/** The first word of a name, for a greeting; empty for an empty name. */
export function pickFirstWord(name: string): string {
  return name.trim().split(/\s+/, 1)[0] ?? ''
}
