import { X509Certificate } from 'node:crypto'
import type { CredentialType } from '../../../../domain/wallet.ts'
import type { Clock } from '../../clock/index.ts'
import { type Database, sql } from '../../database/index.ts'
import { hashHex } from '../../hash-hex.ts'
import { describeError, type Logger } from '../../logging/index.ts'
import type { OutgoingFetch } from '../../outgoing/index.ts'
import type { ListSource } from './list-sources.ts'
import { type IssuerList, readList } from './read-list.ts'
import { type SignatureRefusal, verifyList } from './verify-list.ts'

/** The signed lists of issuers whose addresses the operator gave. */
export type IssuerLists = {
  /** The kinds of credentials with such a list, fetched or not. */
  types: readonly CredentialType[]
  /**
   * Fetches each list that is a day old, and keeps those that are right; after a failure it tries again an hour later.
   * Never rejects because of a list.
   */
  fetchDue(): Promise<void>
  /** Reads what is kept: another process may have fetched a newer list. */
  reload(): Promise<void>
  /** The certificates of the issuers; none from 30 days after the list's next update on. */
  findAnchors(type: CredentialType): readonly X509Certificate[]
  /** When each list has to be replaced; null: none is kept. */
  listUpdates(): { credentialType: CredentialType; nextUpdate: Date | null }[]
  /** The missing lists and those that should have been replaced, in sentences for the operator; null for none. */
  findWarning(): string | null
}

export type ListRefusal = SignatureRefusal | 'other_list' | 'outdated' | 'older' | 'not_fetched'

type Parts = { database: Database; clock: Clock; logger: Logger; fetch: OutgoingFetch }

type KeptList = IssuerList & { fetchedAt: Date }

const dayMs = 24 * 60 * 60_000
const retryMs = 60 * 60_000
const usedAfterNextUpdateMs = 30 * dayMs

export const noIssuerLists: IssuerLists = {
  types: [],
  fetchDue: async () => {},
  reload: async () => {},
  findAnchors: () => [],
  listUpdates: () => [],
  findWarning: () => null,
}

/** The lists are kept in the database, so that every process uses the same ones, also after a restart. */
export function createIssuerLists(sources: readonly ListSource[], parts: Parts): IssuerLists {
  const { clock, logger } = parts
  let kept: ReadonlyMap<CredentialType, KeptList> = new Map()
  const tried = new Map<CredentialType, Date>()

  async function reload() {
    kept = await readKept(parts, sources)
  }

  function isDue({ credentialType }: ListSource): boolean {
    const isOlder = (at: Date | undefined, ms: number) => !at || clock.now().getTime() - at.getTime() >= ms
    return isOlder(kept.get(credentialType)?.fetchedAt, dayMs) && isOlder(tried.get(credentialType), retryMs)
  }

  async function fetchOne(source: ListSource) {
    const { credentialType } = source
    tried.set(credentialType, clock.now())
    const taken = await take(parts, source).catch((error: unknown): { refusal: ListRefusal } => {
      logger.warn({ credentialType, error: describeError(error) }, 'a list of issuers could not be fetched')
      return { refusal: 'not_fetched' }
    })
    if (!('refusal' in taken))
      logger.info(
        { credentialType, number: taken.sequenceNumber, issuers: taken.anchors.length },
        'a list of issuers was taken',
      )
    else if (taken.refusal !== 'not_fetched')
      logger.error({ credentialType, refusal: taken.refusal }, 'a list of issuers was refused')
  }

  return {
    types: sources.map(({ credentialType }) => credentialType),
    async fetchDue() {
      await reload()
      const due = sources.filter(isDue)
      for (const source of due) await fetchOne(source)
      if (due.length > 0) await reload()
    },
    reload,
    findAnchors(type) {
      const list = kept.get(type)
      return list && clock.now() < findLastUse(list) ? list.anchors : []
    },
    listUpdates: () =>
      sources.map(({ credentialType }) => ({
        credentialType,
        nextUpdate: kept.get(credentialType)?.nextUpdate ?? null,
      })),
    findWarning() {
      const now = clock.now()
      const sentences = sources.map(({ credentialType }) =>
        warnOf(credentialType, kept.get(credentialType), now),
      )
      return sentences.filter(Boolean).join(' ') || null
    },
  }
}

const findLastUse = ({ nextUpdate }: IssuerList) => new Date(nextUpdate.getTime() + usedAfterNextUpdateMs)

function warnOf(type: CredentialType, list: KeptList | undefined, now: Date): string | null {
  const which = `The list of issuers of ${type}`
  const look = 'see the log for the reason, and check WALLET_LISTS_FILE.'
  if (!list) return `${which} was not fetched yet: ${look}`
  if (now < list.nextUpdate) return null
  const end = formatDay(findLastUse(list))
  const until = now < findLastUse(list) ? `are trusted until ${end}` : `have not been trusted since ${end}`
  return `${which} should have been replaced by ${formatDay(list.nextUpdate)}, and its issuers ${until}: ${look}`
}

const formatDay = (date: Date) => date.toISOString().slice(0, 10)

/** Fetches, verifies and keeps one list. */
async function take(
  { database, clock, fetch }: Parts,
  source: ListSource,
): Promise<IssuerList | { refusal: ListRefusal }> {
  const { credentialType, address, signers } = source
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`the answer has status ${answer.status}`)
  const now = clock.now()
  const valid = signers.filter(({ validFromDate, validToDate }) => validFromDate <= now && now <= validToDate)
  const verified = await verifyList(new Uint8Array(await answer.arrayBuffer()), valid)
  if ('refusal' in verified) return verified
  const list = readList(verified.content, credentialType)
  if (!list) return { refusal: 'other_list' }
  if (list.nextUpdate <= now) return { refusal: 'outdated' }
  // A list of another address, or of a signer that is no longer given, says nothing about the age of this one.
  const stored = await database.row(sql`
    INSERT INTO wallet_lists (credential_type, address, signer_sha256, sequence_number, next_update, anchors, fetched_at)
    VALUES (${credentialType}, ${address}, ${nameSigner(verified.signer)}, ${list.sequenceNumber}, ${list.nextUpdate},
      ${list.anchors.map((anchor) => anchor.toString()).join('')}, ${now})
    ON CONFLICT (credential_type) DO UPDATE SET address = excluded.address, signer_sha256 = excluded.signer_sha256,
      sequence_number = excluded.sequence_number, next_update = excluded.next_update, anchors = excluded.anchors,
      fetched_at = excluded.fetched_at
    WHERE wallet_lists.sequence_number <= excluded.sequence_number OR wallet_lists.address <> excluded.address
      OR wallet_lists.signer_sha256 <> ALL(${signers.map(nameSigner)})
    RETURNING credential_type`)
  return stored ? list : { refusal: 'older' }
}

const nameSigner = (certificate: X509Certificate) => hashHex(certificate.raw)

type Row = {
  credentialType: CredentialType
  address: string
  signerSha256: string
  sequenceNumber: number
  nextUpdate: Date
  anchors: string
  fetchedAt: Date
}

/** The kept lists that are still those of the configuration. */
async function readKept(
  { database }: Pick<Parts, 'database'>,
  sources: readonly ListSource[],
): Promise<Map<CredentialType, KeptList>> {
  const rows = await database.rows<Row>(sql`
    SELECT credential_type, address, signer_sha256, sequence_number, next_update, anchors, fetched_at FROM wallet_lists`)
  const kept = new Map<CredentialType, KeptList>()
  for (const { credentialType, address, signerSha256, anchors, ...row } of rows) {
    const source = sources.find((each) => each.credentialType === credentialType)
    if (source?.address !== address || !source.signers.map(nameSigner).includes(signerSha256)) continue
    const pems = anchors.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----\n?/g) ?? []
    kept.set(credentialType, { ...row, anchors: pems.map((pem) => new X509Certificate(pem)) })
  }
  return kept
}

/** Shorter than anybody waits for a new issuer; a list is replaced a few times a year. */
const watchIntervalMs = 60_000

/** Keeps this process to the lists that any process has fetched. */
export function watchIssuerLists(lists: IssuerLists, logger: Logger): { stop(): void } {
  const timer = setInterval(() => {
    lists.reload().catch((error: unknown) => {
      logger.warn({ error: describeError(error) }, 'the lists of issuers could not be read')
    })
  }, watchIntervalMs)
  return { stop: () => clearInterval(timer) }
}
