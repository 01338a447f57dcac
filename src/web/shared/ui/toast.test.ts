import { expect, it } from 'vitest'
import { connectToastRegion, hideErrorToasts, showToast } from './toast.ts'

it('takes errors away when somebody tries again, those that still wait for the region too (PAGE-16)', () => {
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
