import type { DraftContent, Draft as SavedDraft } from '../../../../contract/draft.ts'
import type { VerificationKind } from '../../../../domain/verification/verification.ts'
import { sendAuthorisedRequest } from '../../../api/session.ts'
import { keptDraft } from './kept-drafts.ts'
import { type WizardValues, wizardSteps } from './wizard-values.ts'

/** An unfinished wizard. Documents are stored by id only: an image is never stored in the browser. */
export type Draft = DraftFields & DraftBase

export type DraftFields = DraftContent & { selfieDocumentId: string | null; idDocumentId: string | null }

/** What the server has or may have of it. */
export type DraftBase = {
  /** The server's version that this one is based on; null for none. */
  version: string | null
  /** The versions of requests from here without an answer: null for a creation, which deletes the draft. */
  unanswered: readonly (string | null)[]
}

/** The draft on the server, if any. @throws RequestFailure also once someone else is signed in */
export async function fetchDraft(
  kind: VerificationKind,
  userId: string,
  signal?: AbortSignal,
): Promise<SavedDraft | null> {
  const { draft } = await sendAuthorisedRequest('GET /api/drafts/:kind', { params: { kind }, userId, signal })
  return draft
}

/** Stores in this tab a draft that the server doesn't have yet. */
export function keepDraft(kind: VerificationKind, userId: string, draft: Draft): void {
  keptDraft.keep(kind, { userId, ...draft })
}

export function dropDraft(kind: VerificationKind): void {
  keptDraft.drop(kind)
}

let lastSaves: Promise<unknown> = Promise.resolve()

/** Registers the unfinished saves of a closed wizard; `waitForSaves` waits for them. */
export function endSaves(saves: Promise<unknown>): void {
  lastSaves = Promise.all([lastSaves, saves])
}

export function waitForSaves(): Promise<unknown> {
  return lastSaves
}

/** The draft that this person left in this tab and that the server may not have, or `null`. */
export function findDraft(kind: VerificationKind, userId: string, empty: WizardValues): Draft | null {
  return parseDraft(keptDraft.find(kind), userId, empty)
}

/**
 * Parses a stored value as a draft; `null` for another person's, or an invalid one. Missing or invalid fields become
 * empty.
 */
export function parseDraft(stored: unknown, userId: string, empty: WizardValues): Draft | null {
  if (!isRecord(stored) || stored['userId'] !== userId || !isRecord(stored['values'])) return null
  const typed = stored['values']
  const values = Object.fromEntries(
    Object.entries(empty).map(([field, initial]) => {
      const value = typed[field]
      return [field, typeof value === typeof initial ? value : initial]
    }),
  ) as WizardValues
  return {
    step: wizardSteps.find((step) => step === stored['step']) ?? 1,
    values,
    selfieDocumentId: toText(stored['selfieDocumentId']),
    idDocumentId: toText(stored['idDocumentId']),
    idempotencyKey: toText(stored['idempotencyKey']) ?? '',
    version: toText(stored['version']),
    unanswered: toUnanswered(stored['unanswered']),
  }
}

function toUnanswered(value: unknown): DraftBase['unanswered'] {
  return Array.isArray(value) ? value.filter((one) => one === null || typeof one === 'string') : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/**
 * A new random UUID (RFC 9562, version 4). Implemented here because `crypto.randomUUID` is missing on plain http
 * addresses of a local network.
 */
export function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
