import '../../../theme/components.css'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { productName } from '../../../../domain/product.ts'
import words from '../../../../words/en/mailed-link.ts'
import type { MailedLink } from '../../../api/mailed-link.ts'
import { NarrowPage } from '../../../shared/ui/narrow-page.tsx'
import { PageHeading } from '../../../shared/ui/page-heading.tsx'
import { PageSpinner } from '../../../shared/ui/page-spinner.tsx'
import { findLinkInAddress } from './link-in-address.ts'
import { useLinkView } from './use-link-view.ts'
import { UsedLink } from './used-link.tsx'
import { ValidLink } from './valid-link.tsx'
import { VoidLink } from './void-link.tsx'

export function meta() {
  return [
    { title: `${words.title} · ${productName}` },
    { name: 'robots', content: 'noindex, nofollow' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/** What mailed links open: says what the link will do and for which address. Only the button does it. */
export default function MailedLinkPage() {
  const { hash } = useLocation()
  const link = useMemo(() => findLinkInAddress(hash), [hash])
  return (
    <NarrowPage>
      {link ? <Link key={link.token} link={link} /> : <VoidLink type="signup" redirectTo={null} />}
    </NarrowPage>
  )
}

function Link({ link }: { link: MailedLink }) {
  const { state, reload } = useLinkView(link)
  if (state === 'looking') return <PageSpinner words={words.looking} />
  if (state === 'failed')
    return (
      <>
        <PageHeading lead={words.failedNext}>{words.failedTitle}</PageHeading>
        <Button onClick={reload}>{words.tryAgain}</Button>
      </>
    )
  if (state.state === 'void') return <VoidLink type={link.type} redirectTo={link.redirectTo} />
  if (state.state === 'used') return <UsedLink view={state} redirectTo={link.redirectTo} />
  return <ValidLink link={link} view={state} onVoid={reload} />
}
