// Preloaded (`node --import`), it leaves of the language and of Node what 18 has, so that what relies on more fails on
// any version.
import crypto from 'node:crypto'

const newer = [
  [crypto.X509Certificate.prototype, ['validFromDate', 'validToDate', 'signatureAlgorithm']],
  [crypto, ['hash']],
  [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
  [Object.getPrototypeOf(Uint8Array).prototype, ['toSorted', 'toReversed', 'with']],
  [Uint8Array.prototype, ['toHex', 'toBase64']],
  [Uint8Array, ['fromHex', 'fromBase64']],
  [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
  [String.prototype, ['isWellFormed', 'toWellFormed']],
  [Array, ['fromAsync']],
  [Object, ['groupBy']],
  [Map, ['groupBy']],
  [Promise, ['withResolvers', 'try']],
  [RegExp, ['escape']],
  [URL, ['parse']],
  [globalThis, ['Iterator']],
]
for (const [owner, names] of newer) for (const name of names) delete owner[name]
