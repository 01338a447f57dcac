/** Asks once for all who ask before the answer is there; whoever asks after that asks anew, also after one that could not be found out. */
export function shareAnswer<T>(ask: () => Promise<T>): () => Promise<T> {
  let onItsWay: Promise<T> | null = null
  return () => {
    onItsWay ??= ask().finally(() => {
      onItsWay = null
    })
    return onItsWay
  }
}
