import { type Values, variables } from './config-variables.ts'

/** One sentence for each setting that is allowed but rarely intended (RUN-37). Names of variables, no values: they may be secrets. */
export function listConfigWarnings(
  values: Values,
  environment: Record<string, string | undefined>,
): string[] {
  return [...listRisksInProduction(values), ...listMisspelt(environment)]
}

function listRisksInProduction(values: Values): string[] {
  if (values.NODE_ENV !== 'production') return []
  const sentences: string[] = []
  if (!values.RATE_LIMITS)
    sentences.push(
      'RATE_LIMITS is off: anyone may guess passwords and codes as often as they like. Unset it.',
    )
  if (!values.DATABASE_URL && !values.S3_BUCKET && !values.DOCUMENT_KEY_FILE && !values.KMS_KEY_ID)
    sentences.push(
      'The document key lies in DATA_DIR beside the files that it closes: a stolen disk opens them. Set DOCUMENT_KEY_FILE or KMS_KEY_ID.',
    )
  return sentences
}

/** Names that differ from one of ours by a letter or two, and that nothing reads. */
function listMisspelt(environment: Record<string, string | undefined>): string[] {
  const known = Object.keys(variables)
  return Object.keys(environment)
    .filter((name) => !known.includes(name) && /^[A-Z][A-Z0-9_]{5,}$/.test(name))
    .flatMap((name) => {
      const meant = known.find((each) => countEdits(name, each) <= 2)
      return meant ? [`${name} is read by nothing: did you mean ${meant}?`] : []
    })
}

/** Letters to insert, leave out or exchange to make one text of the other (Levenshtein). */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const exchanged = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(exchanged, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
