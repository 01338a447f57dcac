import { useSyncExternalStore } from 'react'

type Asking = { promise: Promise<void>; resolve(): void }

let asking: Asking | null = null
const listeners = new Set<() => void>()

/** Asks for a code of the person's authenticator app. Resolves when the code was right, or the person logged out. */
export function proveSecondStep(): Promise<void> {
  asking ??= begin()
  for (const listener of listeners) listener()
  return asking.promise
}

export function endSecondStep(): void {
  asking?.resolve()
  asking = null
  for (const listener of listeners) listener()
}

export function useSecondStepAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asking !== null,
    () => false,
  )
}

function begin(): Asking {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
