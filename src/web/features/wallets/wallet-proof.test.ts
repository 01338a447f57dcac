import { describe, expect, it } from 'vitest'
import type { WalletSession } from '../../../contract/wallet.ts'
import { voucherRefusals } from '../../../domain/voucher.ts'
import { walletRefusals, walletStates } from '../../../domain/wallet.ts'
import voucherWords from '../../../words/en/vouchers.ts'
import words from '../../../words/en/wallets.ts'
import { findReturn, parseKept } from './kept-session.ts'
import { findEnd } from './use-proof-session.ts'
import { describeVoucherFailure } from './use-voucher-proof.ts'
import { pickWayWithoutBrowser } from './use-wallet-proof.ts'

const now = new Date('2026-11-22T12:00:00Z')
const kept = {
  id: 'a',
  secret: 's',
  scope: 'own',
  expiresAt: '2026-11-22T12:05:00Z',
  uri: 'av://?x=1',
  asked: { credentialType: 'eu.europa.ec.av.1', asksName: false, way: 'link' },
} as const

describe('the proof of an age on the page', () => {
  it.each([
    ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, 'link'],
    ['an Android phone', 'Mozilla/5.0 (Linux; Android 16; Pixel 10)', 5, 'link'],
    ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'qr'],
    ['a PC', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 0, 'qr'],
  ])('reaches the wallet from %s (WALLET-14)', (_name, userAgent, maxTouchPoints, way) => {
    expect(pickWayWithoutBrowser({ userAgent, maxTouchPoints })).toBe(way)
  })

  it('has an end, with a text, for every outcome of a request (WALLET-15)', () => {
    const proof = {
      id: 'p',
      credentialType: 'eu.europa.ec.av.1',
      voucherKind: null,
      issuerName: 'I',
      provenAt: '2026-11-22T12:00:00Z',
    } as const
    for (const state of walletStates) {
      const session: WalletSession = {
        state,
        refusal: state === 'refused' ? 'too_much' : null,
        proof: state === 'proven' ? proof : null,
      }
      const end = findEnd(session)
      if (state === 'open' || state === 'answered') expect(end).toBeNull()
      else if (state === 'proven') expect(end).toEqual({ phase: 'proven', proof })
      else if (state === 'under_age') expect(end).toEqual({ phase: 'under_age' })
      else expect(end).toEqual({ phase: 'failed', why: state === 'refused' ? 'too_much' : state })
    }
    for (const refusal of walletRefusals) expect(words.refused[refusal]).toMatch(/\.$/)
    for (const why of ['cancelled', 'expired', 'replaced', 'network'] as const)
      expect(words[why]).toMatch(/\.$/)
  })

  it('has its own sentence for every answer of a bank, eID or age key that proves nothing (VOUCHER-16)', () => {
    for (const why of [...voucherRefusals, 'cancelled', 'replaced', 'expired', 'network'] as const)
      expect(describeVoucherFailure(why)).toBe(voucherWords.failed[why])
  })

  it('continues after a reload, until the request has expired', () => {
    expect(parseKept(kept, now)).toEqual(kept)
    expect(parseKept({ ...kept, uri: null }, now)).toEqual({ ...kept, uri: null })
    expect(parseKept(kept, new Date(kept.expiresAt))).toBeNull()
    for (const stored of [
      null,
      '',
      '{',
      [],
      7,
      { ...kept, secret: 1 },
      { ...kept, asked: { ...kept.asked, way: 'x' } },
    ])
      expect(parseKept(stored, now)).toBeNull()
  })

  it("reads the wallet's result from the address, and nothing from any other address", () => {
    expect(findReturn('#session=a&response_code=b')).toEqual({ session: 'a', responseCode: 'b' })
    for (const hash of ['', '#', '#session=a', '#response_code=b', '#session=a&response_code='])
      expect(findReturn(hash)).toBeNull()
  })

  it("states before the button what is asked, what isn't, and what is kept (WALLET-14)", () => {
    expect(words.explain.age_over_18).toContain('whether you’re 18 or over')
    expect(words.notAsked.age.age_over_18).toMatch(/name.*birth date.*number/)
    expect(words.kept).toMatch(/18 or over.*issued.*fingerprint/)
    expect([words.prove, words.useId]).toEqual(['Prove my age with a wallet', 'Use my ID instead'])
  })
})
