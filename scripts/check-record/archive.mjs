// An archived copy: the sealed PDF, followed by revisions that add a store and a timestamp (docs/record-format.md)
import { atMost, most, report } from './bounds.mjs'
import { isHex, onlyDer, paddedDer } from './der.mjs'
import { Fault, say } from './say.mjs'
import { clocksMs, numberIn, objectsIn, otherLayout } from './seal.mjs'
import { checkToken, overCopy } from './timestamps.mjs'

const badCopy = () =>
  new Fault(say`what follows the sealed PDF is more than timestamps and what is said of certificates`)
const storeNames = ['Certs', 'OCSPs', 'CRLs']
const referencesIn = (list) =>
  list
    .split(' 0 R')
    .map((each) => each.trim())
    .filter(Boolean)
    .map(Number)

/** The numbers of a record's objects that an update changes, and the contents of its store. */
function placesIn({ objects, identity }) {
  const root = numberIn(identity, /^\/Root (\d+) 0 R\n/m)
  const object = (number) => {
    const text = objects.get(number)
    atMost(text?.length ?? 0, most.objectBytes, say`an object of the PDF is too long`)
    return text
  }
  const catalog = object(root) ?? ''
  const form = numberIn(catalog, /\n\/AcroForm (\d+) 0 R\n/)
  const page = numberIn(object(numberIn(object(form), /\/Fields \[(\d+) 0 R/)), /\n\/P (\d+) 0 R\n/)
  object(page)
  const store = object(numberIn(catalog, /\n\/DSS (\d+) 0 R\n/)) ?? ''
  const lists = storeNames.map((name) =>
    referencesIn(new RegExp(`/${name} \\[([^\\]]*)\\]`).exec(store)?.[1] ?? ''),
  )
  return { root, catalog, form, page, lists }
}

/** The values of a store as DER, by the name of their list. */
function storeIn(revision) {
  const { lists } = placesIn(revision)
  const value = (number) => {
    const object = revision.objects.get(number) ?? ''
    const [head, length] = /^<<\n\/Length (\d+)\n>>\nstream\n/.exec(object) ?? []
    if (!head) throw badCopy()
    const bytes = Buffer.from(object.slice(head.length, head.length + Number(length)), 'latin1')
    return onlyDer(bytes).whole
  }
  return Object.fromEntries(storeNames.map((name, index) => [name, lists[index].map(value)]))
}

/** Replaces one match in a text, which must exist. */
function replaceOnce(text, pattern, replacement) {
  if (!pattern.test(text ?? '')) throw otherLayout()
  return text.replace(pattern, replacement)
}

/** The text of an object, with the field of a timestamp added to the end of a list. */
const withField = (text, list, field) =>
  replaceOnce(text, new RegExp(`/${list} \\[([^\\]]+)\\]`), `/${list} [$1 ${field} 0 R]`)

/** The space for the token of an archive timestamp, in hexadecimal digits. */
const roomDigits = 2 * 16_384

/** Reads the bytes after a revision in order, and compares them with the expected bytes. */
function beginUpdate(before, text) {
  const update = {
    at: before.length,
    objects: new Map(before.objects),
    rows: new Map(),
    take(expected) {
      if (text.slice(update.at, update.at + expected.length) !== expected) throw badCopy()
      update.at += expected.length
    },
    takeObject(number, body) {
      update.rows.set(number, update.at)
      update.take(`${number} 0 obj\n${body}endobj\n`)
      update.objects.set(number, body)
    },
  }
  return update
}

/** Reads the values that the update adds to the store, with consecutive numbers. Returns their numbers. */
function takeValues(update, copy, text, first, had) {
  const values = []
  for (;;) {
    const number = first + values.length
    const pattern = new RegExp(`^${number} 0 obj\\n<<\\n/Length (\\d+)\\n>>\\nstream\\n`)
    const length = numberIn(text.slice(update.at, update.at + 80), pattern)
    if (Number.isNaN(length)) return values
    const head = `<<\n/Length ${length}\n>>\nstream\n`
    const from = update.at + `${number} 0 obj\n${head}`.length
    const value = copy.subarray(from, from + length)
    atMost(had.length, most.storedValues, say`the store of the copy has too many values`)
    // A value must not be in the store twice.
    if (had.some((each) => each.equals(value))) throw badCopy()
    had.push(value)
    update.takeObject(number, `${head}${text.slice(from, from + length)}\nendstream\n`)
    values.push(number)
  }
}

/** Reads the store, which lists its previous values and then the new ones. */
function takeStore(update, text, number, keptLists, values) {
  // The order is certificates, OCSP answers, revocation lists, both in the file and in the store.
  const listed = text.slice(update.at, text.indexOf('endobj', update.at))
  const lists = storeNames.map((name, index) => {
    const all = referencesIn(new RegExp(`\\n/${name} \\[([^\\]]*)\\]\\n`).exec(listed)?.[1] ?? '')
    return { name, kept: keptLists[index], added: all.slice(keptLists[index].length) }
  })
  if (lists.flatMap(({ added }) => added).join() !== values.join()) throw badCopy()
  const references = lists.map(
    ({ name, kept, added }) => `/${name} [${[...kept, ...added].map((each) => `${each} 0 R`).join(' ')}]\n`,
  )
  update.takeObject(number, `<<\n/Type /DSS\n${references.join('')}>>\n`)
}

/** Reads the archive timestamp. Returns its token and its byte range. */
function takeTimestamp(update, text, number) {
  const head = '<<\n/Type /DocTimeStamp\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.RFC3161\n/ByteRange '
  const blank = '[0 9999999999 9999999999 9999999999]'
  const open = update.at + `${number} 0 obj\n${head}${blank}\n/Contents <`.length
  const second = open + roomDigits + 1
  const rest = numberIn(text.slice(update.at, open), /\/ByteRange \[0 \d+ \d+ (\d+)\]/)
  const range = `[0 ${open - 1} ${second} ${rest}]`.padEnd(blank.length)
  const room = text.slice(open, second - 1)
  if (!isHex(room)) throw badCopy()
  const whole = paddedDer(room, say`something is hidden behind a timestamp`)
  update.takeObject(number, `${head}${range}\n/Contents <${room}>\n>>\n`)
  return { token: whole, first: open - 1, second, rest }
}

/** Reads the field of the timestamp, and the form, the page and the catalog that refer to it and to the store. */
function takeField(update, field, { root, catalog, form, page }, { token, store }) {
  update.takeObject(
    field,
    `<<\n/Type /Annot\n/Subtype /Widget\n/FT /Sig\n/T (Archive ${token})\n/V ${token} 0 R\n/F 132\n/Rect [0 0 0 0]\n/P ${page} 0 R\n>>\n`,
  )
  update.takeObject(form, withField(update.objects.get(form), 'Fields', field))
  update.takeObject(page, withField(update.objects.get(page), 'Annots', field))
  update.takeObject(
    root,
    catalog.includes('\n/DSS ')
      ? replaceOnce(catalog, /\n\/DSS \d+ 0 R\n/, `\n/DSS ${store} 0 R\n`)
      : replaceOnce(catalog, /^<<\n/, `<<\n/DSS ${store} 0 R\n`),
  )
}

/** Reads the cross-reference table of the objects that were read, and the trailer. */
function takeTable(update, size, { identity, start }) {
  const tableAt = update.at
  const table = [...update.rows]
    .sort(([a], [b]) => a - b)
    .map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
  update.take(
    `xref\n${table.join('')}trailer\n<<\n/Size ${size}\n${identity}/Prev ${start}\n>>\nstartxref\n${tableAt}\n%%EOF\n`,
  )
  return tableAt
}

/** Reads the next revision of a copy, and checks every byte of it. Returns the revision with its timestamp token. */
function nextRevision(copy, text, before) {
  const places = placesIn(before)
  const had = Object.values(storeIn(before)).flat()
  const update = beginUpdate(before, text)
  const values = takeValues(update, copy, text, before.size, had)
  const store = before.size + values.length
  const token = store + 1
  const field = token + 1
  takeStore(update, text, store, places.lists, values)
  const timestamp = takeTimestamp(update, text, token)
  takeField(update, field, places, { token, store })
  const start = takeTable(update, field + 1, before)
  if (timestamp.second + timestamp.rest !== update.at) throw badCopy()
  return {
    revision: {
      objects: update.objects,
      size: field + 1,
      identity: before.identity,
      start,
      length: update.at,
    },
    token: timestamp.token,
    covered: Buffer.concat([copy.subarray(0, timestamp.first), copy.subarray(timestamp.second, update.at)]),
  }
}

export const emptyStore = { Certs: [], OCSPs: [], CRLs: [] }

/**
 * Checks an archived copy that begins with the sealed PDF. `stamp` is the timestamp of the seal, or null. Returns the
 * archive timestamps, oldest first, and the contents of the store of each revision.
 */
export function checkArchive(copy, sealed, { stamp, roots }) {
  let revision = objectsIn(sealed)
  const stores = [storeIn(revision)]
  const archives = []
  const text = copy.toString('latin1')
  while (revision.length < copy.length) {
    atMost(archives.length + 1, most.revisions, say`the copy has too many revisions`)
    const next = nextRevision(copy, text, revision)
    const of = overCopy(archives.length + 1)
    const one = checkToken(next.token, { data: next.covered, of, roots, isStatedInJson: false })
    if (!one) throw badCopy()
    const before = archives.at(-1) ?? stamp
    // The first archive timestamp may be from another authority than the one in the seal.
    const isLater =
      !before || before.at.getTime() - (archives.length > 0 ? 0 : 2 * clocksMs) <= one.at.getTime()
    report(isLater, say`it is not older than what is before it`)
    archives.push(one)
    revision = next.revision
    stores.push(storeIn(revision))
  }
  if (archives.length > 0)
    report(
      true,
      say`what follows the sealed PDF is timestamps and what is said of certificates, and nothing else`,
    )
  return { archives, stores }
}
