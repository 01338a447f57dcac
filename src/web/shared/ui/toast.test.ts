import { expect, it } from 'vitest'
import { connectToastRegion, hideErrorToasts, hideToasts, showToast } from './toast.ts'

it('removes errors on a new attempt, including waiting ones (PAGE-16)', () => {
  showToast({ kind: 'error', title: 'Registration failed' })
  showToast({ kind: 'info', title: 'Something else' })
  hideErrorToasts()
  const shown: string[] = []
  let hidden = 0
  const stop = connectToastRegion({
    show: ({ title }) => shown.push(title),
    hideErrors: () => {
      hidden += 1
    },
  })
  expect(shown).toEqual(['Something else'])
  hideErrorToasts()
  expect(hidden).toBe(1)
  stop()
})

it('removes all toasts when a dialog opens, including waiting ones (PAGE-15)', () => {
  showToast({ kind: 'success', title: 'Email verified' })
  hideToasts()
  const shown: string[] = []
  let hidden = 0
  const stop = connectToastRegion({
    show: ({ title }) => shown.push(title),
    hideAll: () => {
      hidden += 1
    },
  })
  hideToasts()
  expect([shown, hidden]).toEqual([[], 1])
  stop()
})
