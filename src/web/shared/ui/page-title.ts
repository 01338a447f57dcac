import { useEffect } from 'react'
import words from '../../../words/en/steps.ts'

/**
 * Puts a step's place before the title that the page has of its own, and before both that something was refused
 * (PAGE-43). What it put there goes with it, whichever title the page has by then.
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
