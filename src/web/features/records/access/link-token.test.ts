import { describe, expect, it } from 'vitest'
import { tokenInHash } from './link-token.ts'

const token = 'Zk3_abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKL'

describe('the token of a mailed link', () => {
  it('stands behind the # (RECORD-9)', () => {
    expect(token).toHaveLength(43)
    expect(tokenInHash(`#${token}`)).toBe(token)
  })

  it('is nothing else', () => {
    for (const hash of ['', '#', `#${token}x`, `#${token.slice(1)}`, '#<script>'])
      expect(tokenInHash(hash)).toBeNull()
  })
})
