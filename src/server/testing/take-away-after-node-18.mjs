// Preloaded with `node --import`, it removes everything newer than Node 18.0 from the language and from Node, so that
// code relying on it fails on any version.
import crypto from 'node:crypto'
import util from 'node:util'

const newer = [
  [crypto.X509Certificate.prototype, ['validFromDate', 'validToDate', 'signatureAlgorithm']],
  [crypto, ['hash']],
  [util, ['parseArgs']],
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
