/** The middle one; of an even number the upper of the two. NaN for none. */
export function computeMedian(values: readonly number[]): number {
  return computeQuantile(values, 0.5)
}

/** The value that a share of all, from 0 to 1, lies below. NaN for none. */
export function computeQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
