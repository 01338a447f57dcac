import type { FairQueueOptions } from '../platform/waiting/index.ts'

const mb = 1024 * 1024

/**
 * Memory for bodies being read or processed, in bytes, shared out so that slow or numerous senders don't block the
 * others. One account or link may hold two of the largest files at once, one network six.
 */
export const bodyRoomOptions: FairQueueOptions = {
  capacity: 192 * mb,
  maxHeld: { sender: 24 * mb, network: 64 * mb },
  places: { sender: Infinity, network: 64, all: Infinity },
}

/** The same for outgoing files, which stay in memory until the client has received them. */
export const answerRoomOptions: FairQueueOptions = {
  ...bodyRoomOptions,
  capacity: 96 * mb,
  maxHeld: { sender: 24 * mb, network: 32 * mb },
}
