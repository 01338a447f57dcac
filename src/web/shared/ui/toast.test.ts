import { expect, it } from 'vitest'
import { connectToastRegion, hideErrorToasts, showToast } from './toast.ts'

it('removes errors on a new attempt, waiting ones too (PAGE-16)', () => {
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
