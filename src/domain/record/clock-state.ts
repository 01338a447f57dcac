/**
 * Whether the clock of the service was synchronised with others, and what on its machine said so; null where nothing could be asked, which is
 * no sign that it was not.
 */
export type ClockState =
  | { state: 'synchronised' | 'unsynchronised'; source: string }
  | { state: 'unknown'; source: null }
