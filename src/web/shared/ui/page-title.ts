import { useEffect } from 'react'
import words from '../../../words/en/frame.ts'

/**
 * Puts a step's position before the page's own title, and before both a mark for an error (PAGE-43). On unmount the
 * prefix is removed, even if the title has changed.
 *
 * @param step null where the page has no steps
 */
export function useTitleBefore(step: string | null, isFaulty: boolean): void {
  useEffect(() => {
    const before = `${isFaulty ? `${words.faulty} ` : ''}${step ? `${step} · ` : ''}`
    document.title = `${before}${document.title}`
    return () => {
      document.title = document.title.replace(before, '')
    }
  }, [step, isFaulty])
}
