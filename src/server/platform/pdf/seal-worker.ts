import { workerData } from 'node:worker_threads'
import { hashHex } from '../hash-hex.ts'
import { drawDocument, MissingGlyphs } from './drawing/draw-document.ts'
import type { ValidationData } from './long-term/pdf-objects.ts'
import type { DocumentContent } from './sealer.ts'
import { fillSeal, type PreparedPdf, placeSeal, signDigest, withTimestamp } from './sealing/cms-signature.ts'
import { parseSealKey } from './sealing/seal-key.ts'
import {
  makeTimestampQuestion,
  readTimestamp,
  type Timestamp,
  type TimestampFault,
} from './sealing/timestamp-token.ts'

export type WorkerOptions = {
  /** PEM, as `parseSealKey` reads it. */
  sealKey: string
  /** Root certificates in PEM; a timestamp must chain to one of them. Empty accepts any. */
  roots: readonly string[]
}

const options = workerData as WorkerOptions
const key = parseSealKey(options.sealKey)
const chainBytes = key.certificates.slice(1).reduce((sum, { length }) => sum + length, 0)

export type DrawTask = { content: DocumentContent; at: Date; validation: ValidationData }
export type SignedPdf = {
  pdf: PreparedPdf
  cms: Uint8Array
  signatureValue: Uint8Array
  shownByNumber: readonly string[]
}
export type UnstampedPdf = SignedPdf & { question: { bytes: Uint8Array; nonce: Uint8Array } }

/** Draws and signs. The signature isn't written into the PDF yet; the result includes the request for its timestamp. */
export async function draw(task: DrawTask): Promise<UnstampedPdf> {
  const signed = await drawSigned(task)
  return { ...signed, question: makeTimestampQuestion(signed.signatureValue) }
}

export type SealedPdf = FinishedPdf & Pick<SignedPdf, 'shownByNumber'>

/** Draws, signs and writes the signature into the PDF, without a timestamp. */
export async function seal(task: DrawTask): Promise<SealedPdf> {
  const signed = await drawSigned(task)
  return { ...finish({ signed, token: null }), shownByNumber: signed.shownByNumber }
}

async function drawSigned({ content, at, validation }: DrawTask): Promise<SignedPdf> {
  const drawn = await drawDocument(content, at, 'refuse', chainBytes, validation).catch((error: unknown) => {
    if (error instanceof MissingGlyphs) return drawDocument(content, at, 'number', chainBytes, validation)
    throw error
  })
  const pdf = placeSeal(drawn.bytes, drawn.sealAt)
  const { der, signatureValue } = await signDigest(pdf.digest, key)
  return { pdf, cms: der, signatureValue, shownByNumber: drawn.shownByNumber }
}

export type StampTask = { signed: UnstampedPdf; answer: Uint8Array; now: Date }

export async function stamp({
  signed,
  answer,
  now,
}: StampTask): Promise<Timestamp | { fault: TimestampFault }> {
  return readTimestamp(answer, {
    data: signed.signatureValue,
    nonce: signed.question.nonce,
    now,
    roots: options.roots,
  })
}

export type FinishTask = { signed: SignedPdf; token: Uint8Array | null }
export type FinishedPdf = { bytes: Uint8Array; sha256: string }

/** Writes the signature into the PDF, with the timestamp if there is one. */
export function finish({ signed: { pdf, cms }, token }: FinishTask): FinishedPdf {
  fillSeal(pdf, token ? withTimestamp(cms, token) : cms)
  return { bytes: pdf.bytes, sha256: hashHex(pdf.bytes) }
}
