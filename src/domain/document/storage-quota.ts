/** How many files there are, and their bytes together. */
export type FileCount = { files: number; bytes: number }

const mb = 1024 * 1024

/**
 * What may be stored and not be part of a verification yet. An account's is ten beginnings of a verification in a day, a link's six; a photo
 * that replaces another counts once.
 */
export const waitingQuota = {
  account: { files: 20, bytes: 100 * mb },
  link: { files: 12, bytes: 60 * mb },
} as const satisfies Record<string, FileCount>

/** What may be stored in all. The allowance bounds it long before; this is the last stop. */
export const keptQuota = {
  account: { files: 50_000, bytes: 250 * 1024 * mb },
  link: { files: 14, bytes: 80 * mb },
} as const satisfies Record<string, FileCount>

/** Whether one more file fits. */
export function hasRoom(
  owner: keyof typeof waitingQuota,
  used: { waiting: FileCount; kept: FileCount },
  addedBytes: number,
): boolean {
  return (
    doesFit(waitingQuota[owner], used.waiting, addedBytes) && doesFit(keptQuota[owner], used.kept, addedBytes)
  )
}

function doesFit(quota: FileCount, used: FileCount, addedBytes: number): boolean {
  return used.files + 1 <= quota.files && used.bytes + addedBytes <= quota.bytes
}
