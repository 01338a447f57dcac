import { formatPrice, paidPlans } from '../../../domain/plan/paid-plan.ts'
import words from '../../../words/en/landing.ts'
import offerWords from '../../../words/en/offers.ts'
import classes from './prices.module.css'

const { prices } = words

const listOffers = () => [
  { tier: 'free' as const, name: offerWords.tiers.free, price: prices.nothing, period: '' },
  ...paidPlans.map(({ tier, pricePence, currency }) => ({
    tier,
    name: offerWords.tiers[tier],
    // The page is drawn before anybody asks for it, so in one format for all.
    price: formatPrice(pricePence, currency, 'en-GB'),
    period: offerWords.periods[tier],
  })),
]

/** What each plan costs and holds, before anybody registers (PUBLIC-16). */
export function Prices() {
  return (
    <ul className={classes['prices']}>
      {listOffers().map(({ tier, name, price, period }) => (
        <li key={tier}>
          <h3>{name}</h3>
          <p className={classes['price']}>
            <strong>{price}</strong> {period}
          </p>
          <p>{offerWords.allowances[tier]}</p>
          <p>{tier === 'free' ? prices.freeDocuments : prices.paidDocuments}</p>
        </li>
      ))}
    </ul>
  )
}
