import { useSyncExternalStore } from 'react'

type ProtectionState = {
  /** Switched off by the person for this page, to select text for reading aloud or translating. */
  isOff: boolean
  /** The reader's address for the watermark, if it is not the signed-in person: the email that passed the gate. */
  viewer: string | null
}

let state: ProtectionState = { isOff: false, viewer: null }
const listeners = new Set<() => void>()

export function useProtectionState(): ProtectionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => state,
  )
}

export function setProtectionOff(isOff: boolean): void {
  set({ ...state, isOff })
}

/** Sets the viewer in the watermark; `null` removes them. */
export function setWatermarkViewer(viewer: string | null): void {
  set({ ...state, viewer })
}

function set(next: ProtectionState) {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const protectedParts = [
  '/verify',
  '/consent-form',
  '/person-verification-view',
  '/records/',
  '/legal-consult',
] as const

/** Whether content protection is enabled for a path (PROTECT-1). */
export function isProtectedPath(path: string): boolean {
  return protectedParts.some((part) => path.includes(part))
}

/** Whether a path's content is left out when the page is printed. */
export function isHiddenInPrint(path: string): boolean {
  return path.includes('/legal-consult')
}
