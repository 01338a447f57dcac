import { useEffect, useState } from 'react'
import { productName } from '../../../domain/product.ts'
import { useSession } from '../../api/session-state.ts'
import { blockActions } from './block-actions.ts'
import { isHiddenInPrint } from './protected-path.ts'
import { setProtectionOff, useProtectionState } from './protection-state.ts'
import { Watermark } from './watermark.tsx'
import './content-protection.css'

/** Guards the page of one path while it is mounted: blocks the ways of copying, and lays the watermark with who and when over it. */
export default function ContentProtection({ path }: { path: string }) {
  const { isOff, viewer } = useProtectionState()
  const { user } = useSession()
  const [openedAt] = useState(() => new Date())

  useEffect(() => () => setProtectionOff(false), [])
  useEffect(() => (isOff ? undefined : blockActions(document)), [isOff])
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['protected'] = isOff ? 'off' : 'on'
    if (isHiddenInPrint(path)) dataset['printing'] = 'hidden'
    return () => {
      delete dataset['protected']
      delete dataset['printing']
    }
  }, [isOff, path])

  return <Watermark text={`${viewer ?? user?.email ?? productName} · ${describeUtcMinute(openedAt)}`} />
}

/** Like "2026-03-11 09:05 UTC": whoever finds a leaked picture reads it alike everywhere. */
function describeUtcMinute(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
