/** The median; for an even number of values, the upper of the two middle ones. NaN without values. */
export function computeMedian(values: readonly number[]): number {
  return computeQuantile(values, 0.5)
}

/** The quantile for a share from 0 to 1. NaN without values. */
export function computeQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * The p-value of the Mann-Whitney test (two-sided, normal approximation): the probability that the ranks of two samples
 * from one distribution differ at least this much. Each sample needs dozens of values.
 */
export function compareRanks(a: readonly number[], b: readonly number[]): number {
  const sorted = [
    ...a.map((value) => ({ value, isA: true })),
    ...b.map((value) => ({ value, isA: false })),
  ].sort((one, other) => one.value - other.value)
  const rankSum = sorted.reduce((sum, { isA }, index) => (isA ? sum + index + 1 : sum), 0)
  const u = rankSum - (a.length * (a.length + 1)) / 2
  const mean = (a.length * b.length) / 2
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  return 2 * (1 - cumulateNormal(Math.abs(u - mean) / deviation))
}

/** The cumulative standard normal distribution for z ≥ 0 (Abramowitz and Stegun, 26.2.17). */
function cumulateNormal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial
}
