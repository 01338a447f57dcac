import { Integer, Sequence } from 'asn1js'
import { describe, expect, it } from 'vitest'
import type { ValidationData } from '../platform/pdf/long-term/pdf-objects.ts'
import { readCrl, readOcsp } from '../platform/pdf/long-term/statement.ts'
import { at, forgeryForFile, point, unknown } from '../testing/forged-authorities.ts'
import type { RecordFiles } from '../testing/forged-records.ts'
import { ocspAnswer, revocationList, type Statement } from '../testing/forged-statements.ts'

const { who, check, stating, store, goodStore, sealed, copy } = forgeryForFile()

const unsignedStatements = /BAD {2}the \d+ statements about certificates/

describe('the checker refuses', () => {
  it.each<[string, RegExp, () => Promise<RecordFiles>]>([
    [
      'an answer of a responder of another authority',
      unsignedStatements,
      () => copy(store({ ocsps: [ocspAnswer(who.foreign, stating(who.seal))] })),
    ],
    [
      'an answer of one who would have to be asked about',
      unsignedStatements,
      () => copy(store({ ocsps: [ocspAnswer(who.asked, stating(who.seal))] })),
    ],
    [
      'an answer of one whose certificate had ended',
      unsignedStatements,
      () => copy(store({ ocsps: [ocspAnswer(who.ended, stating(who.seal))] })),
    ],
    [
      'an answer of one who may do something else',
      unsignedStatements,
      () => copy(store({ ocsps: [ocspAnswer(who.stamper, stating(who.seal))] })),
    ],
    [
      'a list of one who is no authority',
      unsignedStatements,
      () => copy(store({ crls: [revocationList(who.asked, stating(who.seal))] })),
    ],
  ])('%s (ARCHIVE-12, ARCHIVE-6)', async (_, expected, forged) => {
    const { output, exitCode } = await check(await forged())
    expect(output).toMatch(expected)
    expect(exitCode).toBe(1)
  })
})

describe('the checker claims no B-LT', () => {
  const onAuthority = () => ocspAnswer(who.responder, stating(who.good))
  const bySeal = (list: Uint8Array) => store({ crls: [list], ocsps: [onAuthority()] })
  it.each<[string, () => ValidationData]>([
    [
      'of a list with something critical',
      () => bySeal(revocationList(who.root, stating(who.seal, { critical: unknown }))),
    ],
    [
      'of a list with something critical in an entry',
      () => bySeal(revocationList(who.root, stating(who.seal, { criticalInEntry: unknown }))),
    ],
    ['of a list of a part', () => bySeal(revocationList(who.root, stating(who.seal, { critical: point() })))],
    [
      'of a list of others’ certificates',
      () =>
        bySeal(
          revocationList(who.root, stating(who.seal, { criticalInEntry: { '2.5.29.29': new Sequence() } })),
        ),
    ],
    [
      'of a list that builds on another',
      () =>
        bySeal(
          revocationList(
            who.root,
            stating(who.seal, { critical: { '2.5.29.27': new Integer({ value: 1 }) } }),
          ),
        ),
    ],
    [
      'of a list that had run out',
      () => bySeal(revocationList(who.root, stating(who.seal, { until: at(-6) }))),
    ],
    [
      'of a list from later than the timestamp over it',
      () => bySeal(revocationList(who.root, stating(who.seal, { from: at(60) }))),
    ],
    [
      'of an old list that does not say until when it holds',
      () => bySeal(revocationList(who.root, stating(who.seal, { from: at(-1500), until: null }))),
    ],
    [
      'of an answer with something critical',
      () =>
        store({
          ocsps: [ocspAnswer(who.responder, stating(who.seal, { critical: unknown })), onAuthority()],
        }),
    ],
    [
      'of an answer about another certificate',
      () => store({ ocsps: [ocspAnswer(who.root, stating(who.stamper)), onAuthority()] }),
    ],
    ['of nothing that is said of the time authority', () => goodStore({ crls: [] })],
  ])('because %s (ARCHIVE-13)', async (_, data) => {
    const { output, exitCode } = await check(await sealed({ store: data() }))
    expect(output).toContain('PAdES B-T; it lacks some statements')
    expect(exitCode).toBe(0)
  })
})

describe('the service asks again for a statement', () => {
  const now = () => at(0)
  const issued = () => ({ certificate: who.seal.certificate, issuer: who.root.certificate })
  const lists = (more: Partial<Statement>) =>
    readCrl(revocationList(who.root, stating(who.seal, more)), issued(), now())
  const answers = (more: Partial<Statement>) =>
    readOcsp(ocspAnswer(who.responder, stating(who.seal, more)), issued(), now())

  it('with an unknown critical extension, in the whole statement or in an entry (ARCHIVE-2)', async () => {
    expect(await lists({})).toMatchObject({ status: 'good' })
    expect(await answers({})).toMatchObject({ status: 'good' })
    for (const read of [lists, answers])
      for (const where of ['critical', 'criticalInEntry'] as const)
        expect(await read({ [where]: unknown })).toEqual({ fault: 'malformed' })
  })
})
