/** A row of `subscriptions`: what somebody bought, or was granted by hand where there is no `providerId`. */
export type SubscriptionRow = {
  tier: string
  status: string
  currentPeriodEnd: Date | null
  providerId: string | null
  priceId: string | null
  endsWithPeriod: boolean
  /** The tier that was in force before the present one. */
  previousTier: string | null
  /** The instant of the last upgrade that opened a fresh allowance, and the tier that it was opened for. */
  usageResetDate: Date | null
  usageResetTier: string | null
}
