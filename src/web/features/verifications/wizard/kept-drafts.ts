import { productName } from '../../../../domain/product.ts'
import type { VerificationKind } from '../../../../domain/verification/verification.ts'
import { tabValue } from '../../../shared/forms/tab-storage.ts'

/** The drafts in this tab's storage, apart from their code, because every page drops them. */
export const keptDraft = tabValue('draft', (stored) => stored)

/** Listed here, because every page would load more with the domain's list. */
const kinds = Object.keys({ age: true, person: true } satisfies Record<VerificationKind, true>)

/** Removes the drafts that another person left in this tab. */
export function dropDraftsOfOthers(userId: string | null): void {
  for (const kind of kinds) {
    const stored = keptDraft.find(kind) as { userId?: unknown } | null
    if (stored?.userId !== userId) keptDraft.drop(kind)
  }
}

const logOutChannel = `${productName.toLowerCase()}.log-out`

/** Null where the browser denies storage: Firefox then denies channels too, and no tab keeps a draft. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(logOutChannel)
  } catch {
    return null
  }
}

/** Removes both drafts in every tab, for a logout or a closed account: saved ones are on the server. */
export function dropDrafts(): void {
  dropDraftsOfOthers(null)
  const channel = openChannel()
  channel?.postMessage(null)
  channel?.close()
}

/**
 * Removes both drafts here after either in another tab, or when Exit this page cleared the storage there (EXIT-3).
 * Returns a function that stops it.
 */
export function followLogOut(): () => void {
  const forget = () => dropDraftsOfOthers(null)
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null) forget()
  }
  const channel = openChannel()
  if (channel) channel.onmessage = forget
  window.addEventListener('storage', onStorage)
  return () => {
    channel?.close()
    window.removeEventListener('storage', onStorage)
  }
}
