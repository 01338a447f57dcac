import { afterEach, describe, expect, it, vi } from 'vitest'
import { gatePass } from '../../../shared/link/gate-pass.ts'
import { dropWay, findTokenInHash, keepWay, listWaysIn } from './enter-record.tsx'

const token = 'Zk3_abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKL'

describe('the token of a mailed link', () => {
  it('is behind the # (RECORD-9)', () => {
    expect(token).toHaveLength(43)
    expect(findTokenInHash(`#${token}`)).toBe(token)
  })

  it('is found before a full stop that was copied with it, so it is removed from the address bar (RECORD-9)', () => {
    for (const end of ['.', ',', ').', '>']) expect(findTokenInHash(`#${token}${end}`)).toBe(token)
  })

  it('is null for any other text', () => {
    for (const hash of ['', '#', `#${token}x`, `#${token.slice(1)}`, '#<script>'])
      expect(findTokenInHash(hash)).toBeNull()
  })
})

describe('the credentials for a record', () => {
  afterEach(() => vi.unstubAllGlobals())
  const storage = () => {
    const kept = new Map<string, string>()
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
  }

  it('start with the pass from a code, then the link, which outlives it (RECORD-23)', () => {
    vi.stubGlobal('window', { sessionStorage: storage() })
    expect(listWaysIn('one', null)).toEqual([])
    const link = { kind: 'link', token } as const
    const pass = { kind: 'pass', token: token.toLowerCase() } as const
    keepWay('one', 'link', link.token)
    keepWay('one', 'pass', pass.token)
    expect(listWaysIn('one', null)).toEqual([pass, link])
    dropWay('one', 'pass')
    expect(listWaysIn('one', null)).toEqual([link])
    expect(listWaysIn('two', null)).toEqual([])
  })

  it('end with the pass of the submission, until it expires (RECORD-74)', () => {
    vi.stubGlobal('window', { sessionStorage: storage() })
    const pass = { token, email: 'sam@example.com' }
    gatePass.keep('two', { ...pass, expiresAt: '2020-11-20T10:00:00Z' })
    expect(listWaysIn('two', null)).toEqual([])
    gatePass.keep('one', { ...pass, expiresAt: '2126-11-20T10:00:00Z' })
    const submission = { kind: 'submission', token }
    expect(listWaysIn('one', token)).toEqual([{ kind: 'link', token }, submission])
    dropWay('one', 'submission')
    expect(listWaysIn('one', null)).toEqual([])
  })

  it('consist of the opened link where storage is unavailable', () => {
    expect(listWaysIn('one', token)).toEqual([{ kind: 'link', token }])
  })
})
