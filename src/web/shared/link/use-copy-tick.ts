import { useEffect, useState } from 'react'

/** How long the tick stands after copying (LINK-4). */
const copyTickMs = 2000

/** The tick that stands for a moment where something was copied, from the last copy on. */
export function useCopyTick(): { isCopied: boolean; tick: () => void } {
  const [copies, setCopies] = useState(0)
  const isCopied = copies > 0
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), copyTickMs)
    return () => clearTimeout(timer)
  }, [copies])
  return { isCopied, tick: () => setCopies((before) => before + 1) }
}
