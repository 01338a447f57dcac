import { useMemo } from 'react'
import type { VerificationSummary } from '../../../contract/verification.ts'
import { cardHeights } from './card-heights.ts'
import { HistoryCard } from './history-card.tsx'
import classes from './history-list.module.css'
import { useNearby } from './use-nearby.ts'

/** Few enough to be drawn while one scrolls. */
const sectionSize = 10

type HistoryCardsProps = {
  items: VerificationSummary[]
  /** How many there are, loaded or not; -1 where nobody knows (WAI-ARIA 1.2, aria-setsize). */
  total: number
}

/** Cards of which only those near the visible part of the page are drawn, so that 10,000 scroll like 10. */
export function HistoryCards({ items, total }: HistoryCardsProps) {
  const sections = useMemo(() => toSections(items), [items])
  return (
    <div className={classes['list']}>
      {sections.map(({ first, items }) => (
        <Section key={first} items={items} first={first} total={total} />
      ))}
    </div>
  )
}

function Section({ items, first, total }: HistoryCardsProps & { first: number }) {
  const { element, isNear } = useNearby(first === 0, (heightPx) => cardHeights.remember(items, heightPx))
  return (
    <ul
      ref={element}
      className={classes['list']}
      {...(isNear ? {} : { style: { height: cardHeights.getHeight(items) } })}
    >
      {isNear
        ? items.map((item, n) => (
            <li key={item.id} aria-posinset={first + n + 1} aria-setsize={total}>
              <HistoryCard item={item} />
            </li>
          ))
        : null}
    </ul>
  )
}

function toSections(items: VerificationSummary[]) {
  return Array.from({ length: Math.ceil(items.length / sectionSize) }, (_, n) => {
    const first = n * sectionSize
    return { first, items: items.slice(first, first + sectionSize) }
  })
}
