import { afterEach, describe, expect, it, vi } from 'vitest'
import { sessionStorageKey } from '../../../api/session.ts'
import { dropWay, keepWay, tokenInHash, waysIn } from './ways-in.ts'

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

describe('the ways into a record', () => {
  afterEach(() => vi.unstubAllGlobals())
  const storage = () => {
    const kept = new Map<string, string>()
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
  }

  it('are what a code gave, then the link, which outlives it, then the account (RECORD-22, RECORD-23)', () => {
    const window = { sessionStorage: storage(), localStorage: storage() }
    vi.stubGlobal('window', window)
    expect(waysIn('one', null)).toEqual([])
    const link = { kind: 'link', token } as const
    const pass = { kind: 'pass', token: token.toLowerCase() } as const
    keepWay('one', link)
    keepWay('one', pass)
    window.localStorage.setItem(sessionStorageKey, '{}')
    expect(waysIn('one', null)).toEqual([pass, link, { kind: 'account' }])
    dropWay('one', 'pass')
    expect(waysIn('one', null)).toEqual([link, { kind: 'account' }])
    expect(waysIn('two', null)).toEqual([{ kind: 'account' }])
  })

  it('are the link that led here where nothing can be kept', () => {
    expect(waysIn('one', token)).toEqual([{ kind: 'link', token }])
  })
})
