import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { KeptProofView } from '../../contract/kept-proof.ts'
import { askedChoices } from '../../domain/evidence/evidence.ts'
import { computeCheckDigit } from '../../domain/identity-document/mrz-layout.ts'
import {
  create,
  creationWithoutPictures,
  enter,
  type Person,
  personCreation,
  readAnswer,
  readRefusal,
  register,
  registerPaying,
  uploadDocument,
} from '../testing/people.ts'
import {
  askToRead,
  fetchReading,
  giveToRead,
  keepProof,
  showKeptProof,
  typed,
} from '../testing/reading-people.ts'
import { personForEach } from '../testing/records.ts'
import { pngPicture } from '../testing/sample-files.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile()
const { fullName, dateOfBirth } = typed
const asksFor = askedChoices.id_or_kept
const ada = personForEach(test, 'annual')

/** The zone of a passport. */
function writeZone(birth: string): string[] {
  const checked = (text: string) => text + computeCheckDigit(text)
  const parts = [checked('EA4815162'), checked(birth), checked('310520'), checked('<<<<<<<<<<<<<<')]
  const [number, born, expires, rest] = parts
  const composite = computeCheckDigit(parts.join(''))
  return ['P<POLNOWAK<<LUCJA'.padEnd(44, '<'), `${number}POL${born}F${expires}${rest}${composite}`]
}

/** The reader finds a passport with this birth date in every picture from now on. */
function showBirthDate(birth: string): void {
  const sighting = { zones: [writeZone(birth)], barcodes: [], lines: ['NOWAK', 'ŁUCJA'], hasFace: true }
  test.platform.documentReader = { version: 'given', scan: async () => sighting }
}

async function readId(by: Person, claims: Partial<typeof typed> = {}): Promise<string> {
  const documentId = await uploadDocument(test, by, 'id', await pngPicture())
  await readAnswer(askToRead(test, by, documentId, claims))
  await test.runJobs()
  return documentId
}

const keep = async (by: Person, documentId: string) =>
  keepProof(test, by, { documentId, fullName, dateOfBirth })
const show = (by: Person) => showKeptProof(test, by)

async function keepId(by: Person): Promise<KeptProofView> {
  showBirthDate('900417')
  return (await readAnswer<{ kept: KeptProofView }>(keep(by, await readId(by)))).kept
}

describe('an account’s kept proof', () => {
  it.each([
    ['the profile’s', { dateOfBirth }, false],
    ['the document’s', { dateOfBirth: '1985-01-31' }, true],
  ])(
    'ends when a later ID shows another birth date than the profile, if %s was typed (ONCE-6)',
    async (_, claims, agrees) => {
      const eve = await register(test)
      await keepId(eve)
      await keepId(ada)
      const earlier = await readId(ada)
      expect(await show(ada)).not.toBeNull()
      showBirthDate('850131')
      const later = await readId(ada, claims)
      expect((await fetchReading(test, ada, later)).birthDateAgrees).toBe(agrees)
      expect(await show(ada)).toBeNull()
      for (const documentId of [earlier, later])
        expect(await readRefusal(await keep(ada, documentId))).toEqual([422, 'kept_proof_unusable'])
      expect(await show(eve)).not.toBeNull()
    },
  )

  it('ends when its owner gives an ID with another birth date to a link, and not with the same one (ONCE-6)', async () => {
    const sender = await registerPaying(test, 'annual', 'Ada Lovelace')
    await keepId(ada)
    for (const [birth, isKept] of [
      ['900417', true],
      ['850131', false],
    ] as const) {
      const asked = { ...personCreation(test), asksFor, thirdPartyEmail: ada.email, thirdPartyName: fullName }
      const { id } = await readAnswer<{ id: string }>(create(test, sender, asked), 201)
      showBirthDate(birth)
      await giveToRead(test, await enter(test, id, ada.email), await pngPicture())
      await test.runJobs()
      expect((await show(ada)) !== null).toBe(isKept)
    }
  })
})

it('a request that names an unknown wallet’s proof beside a kept proof is refused (ONCE-3)', async () => {
  const { id: keptProofId } = await keepId(ada)
  const creation = { ...creationWithoutPictures(test), asksFor, keptProofId }
  const refused = await create(test, ada, { ...creation, walletProofId: randomUUID() })
  expect(await readRefusal(refused)).toEqual([422, 'wallet_proof_missing'])
  expect((await create(test, ada, creation)).status).toBe(201)
})
