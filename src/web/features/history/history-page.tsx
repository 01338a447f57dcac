import { Anchor, Tabs } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/history.ts'
import { PageHeading } from '../../shared/ui/page-frame.tsx'
import { useLiveVerifications } from '../live/index.ts'
import { describeCount, HistoryList, type HistoryView, useHistory } from './history-list.tsx'

const views = ['all', 'age', 'person'] as const

export function meta() {
  return [{ title: `${words.title} · ${productName}` }]
}

/** All verifications of the signed-in person, in three tabs with their counts. */
export default function HistoryPage() {
  const [view, setView] = useState<HistoryView>('all')
  const history = useHistory(view)
  useLiveVerifications()
  return (
    <>
      <Anchor component={Link} to="/dashboard" size="sm" mod="standalone" mb="sm">
        <IconArrowLeft size="1em" aria-hidden />
        {words.back}
      </Anchor>
      <PageHeading lead={words.lead}>{words.title}</PageHeading>
      <Tabs
        value={view}
        onChange={(chosen) => setView(views.find((known) => known === chosen) ?? 'all')}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {views.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {history.counts
                ? words.countedTabs[name]({ count: describeCount(history.counts[name]) })
                : words.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {views.map((name) => (
          <Tabs.Panel key={name} value={name}>
            <HistoryList view={name} history={history} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
