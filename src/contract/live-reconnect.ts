/** Waits before the 1st, 2nd, 3rd and every later reconnect, in milliseconds (LIVE-3). */
export const liveReconnectDelaysMs = [1000, 2000, 5000, 10_000] as const
