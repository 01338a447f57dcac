import { beforeAll, describe, expect, it } from 'vitest'
import {
  type ListSigner,
  makeListSigner,
  makeRsaListSigner,
  type SignatureWish,
  signList,
  writeList,
} from '../../../testing/issuer-list.ts'
import { readList } from './read-list.ts'
import { maxListBytes, verifyList } from './verify-list.ts'

const type = 'eu.europa.ec.av.1'

let [signer, other] = [] as unknown as ListSigner[] as [ListSigner, ListSigner]
beforeAll(async () => {
  ;[signer, other] = [await makeListSigner(), await makeListSigner()]
})

async function verify(list: string | Uint8Array, by: ListSigner[] = [signer]) {
  const bytes = typeof list === 'string' ? Buffer.from(list) : list
  return verifyList(
    bytes,
    by.map(({ certificate }) => certificate),
  )
}

async function expectRefusal(list: string | Uint8Array, refusal: string, by?: ListSigner[]) {
  expect(await verify(list, by)).toEqual({ refusal })
}

async function readNumber(list: string, by?: ListSigner[]) {
  const verified = await verify(list, by)
  return 'content' in verified ? readList(verified.content, type)?.sequenceNumber : verified.refusal
}

describe('a list signed by xmlsec1', () => {
  it('is taken with the Commission’s kind of key and signature (WALLET-19)', async () => {
    const commission = await makeRsaListSigner()
    for (const leavesOut of ['signatures', 'own signature'] as const)
      expect(await readNumber(await signList(writeList(), commission, { leavesOut }), [commission])).toBe(17)
  })

  it.each<SignatureWish>([
    {},
    { leavesOut: 'own signature' },
    { properties: false },
    {
      method: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512',
      digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
    },
    { digest: 'http://www.w3.org/2001/04/xmldsig-more#sha384' },
  ])('is taken: %o (WALLET-19)', async (wish) => {
    const list = await signList(writeList({ number: 18 }), signer, wish)
    expect(await readNumber(list)).toBe(18)
    expect(await readNumber(list, [other, signer])).toBe(18)
  })

  it('is taken without an XML declaration, and after a mark of the byte order (WALLET-19)', async () => {
    const list = (await signList(writeList({ before: '' }), signer)).replace(/^<\?xml[^>]*>\s*/, '')
    for (const each of [list, `\uFEFF${list}`]) expect(await readNumber(each)).toBe(17)
  })

  it('is taken as what was signed: nothing of its signature or of a comment is read (WALLET-19)', async () => {
    const list = await signList(writeList(), signer)
    const hidden = writeList({ number: 99 }).replace(/^<\?xml[^>]*>/, '')
    const added = list.replace('</ds:Signature>', `<ds:Object>${hidden}</ds:Object></ds:Signature>`)
    expect(added).not.toBe(list)
    expect(await readNumber(added)).toBe(17)
    const commented = list.replace(
      '<TSLSequenceNumber>',
      '<!--<TSLSequenceNumber>99</TSLSequenceNumber>-->$&',
    )
    expect(await readNumber(commented)).toBe(17)
  })
})

describe('a list is refused', () => {
  it('without a signature (WALLET-19)', async () => {
    await expectRefusal(writeList(), 'not_one_signature')
  })

  it('signed by another key, and without any certificate to compare with (WALLET-19)', async () => {
    await expectRefusal(await signList(writeList(), other), 'signature_wrong')
    await expectRefusal(await signList(writeList(), signer), 'signature_wrong', [])
  })

  it.each([
    '<ds:X509Data><ds:X509Certificate/></ds:X509Data>',
    '<ds:KeyValue/>',
    '<ds:KeyName>signer</ds:KeyName><ds:KeyValue/><ds:X509Data><ds:X509Certificate/></ds:X509Data>',
  ])('signed by the certificate or key that it carries: %s (WALLET-19)', async (content) => {
    const keyInfo = `<ds:KeyInfo>${content}</ds:KeyInfo>`
    const [right, wrong] = [await makeRsaListSigner(), await makeRsaListSigner()]
    await expectRefusal(await signList(writeList(), wrong, { keyInfo }), 'signature_wrong', [right])
    // Carrying the right one does no harm.
    expect(await readNumber(await signList(writeList(), right, { keyInfo }), [right])).toBe(17)
  })

  it('whose signature refers to a key or a certificate elsewhere (WALLET-19)', async () => {
    const keyInfo = `<ds:KeyInfo><ds:RetrievalMethod Type="http://www.w3.org/2000/09/xmldsig#rawX509Certificate" URI="file:///etc/hostname"/></ds:KeyInfo>`
    const list = await signList(writeList(), other)
    await expectRefusal(list.replace('</ds:SignatureValue>', `$&${keyInfo}`), 'signature_wrong')
  })

  it('with two signatures, each of them right (WALLET-19)', async () => {
    const once = await signList(writeList(), signer)
    const twice = await signList(once.trimEnd(), signer, { properties: false })
    expect(twice.match(/<ds:Signature /g)).toHaveLength(2)
    await expectRefusal(twice, 'not_one_signature')
    const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/s.exec(once) ?? []
    await expectRefusal(once.replace(signature, signature + signature), 'not_one_signature')
  })

  it('whose content was changed after the signature, like the Commission’s example (WALLET-19)', async () => {
    const list = await signList(writeList(), signer)
    await expectRefusal(list.replace('>17<', '>18<'), 'signature_wrong')
    await expectRefusal(list.replace('\n  <SchemeInformation>', '<SchemeInformation>'), 'signature_wrong')
  })

  it('whose signed part is wrapped into another (WALLET-19)', async () => {
    const whole = (await signList(writeList(), signer)).replace(/^<\?xml[^>]*>\s*/, '')
    const around = writeList({ number: 99 }).replace(/^<\?xml[^>]*>/, '')
    const wrap = (list: string) => around.replace(/<\/TrustServiceStatusList>$/, `${list.trim()}$&`)
    await expectRefusal(wrap(whole), 'signature_wrong')
    // Even if the signer had signed an element instead of the document.
    const element = (await signList(writeList(), signer, { leavesOut: { uri: '#list' } })).replace(
      /^<\?xml[^>]*>\s*/,
      '',
    )
    await expectRefusal(wrap(element), 'signature_wrong')
    const part = await signList(writeList({ number: 99 }), signer, { leavesOut: { uri: '#properties' } })
    await expectRefusal(part, 'not_whole')
  })

  it('whose signature leaves out more than itself (WALLET-19)', async () => {
    for (const path of [
      '/descendant::ds:Signature | /descendant::t:TrustServiceProviderList',
      '/descendant::ds:Signature | /descendant::t:NextUpdate',
    ])
      await expectRefusal(await signList(writeList(), signer, { leavesOut: { path } }), 'not_whole')
  })

  it('signed with an algorithm that was broken (WALLET-19)', async () => {
    const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1'
    await expectRefusal(await signList(writeList(), signer, { digest: sha1 }), 'not_whole')
    const method = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha1'
    await expectRefusal(await signList(writeList(), signer, { method }), 'not_whole')
  })

  it('of 50 MB (WALLET-19)', async () => {
    await expectRefusal(Buffer.alloc(50_000_000, '<a/>'), 'unreadable')
    const longest = await signList(writeList({ within: 'x'.repeat(maxListBytes - 10_000) }), signer)
    expect(longest.length).toBeLessThan(maxListBytes)
    expect(await readNumber(longest)).toBe(17)
  })

  it('full of entities, or with a document type (WALLET-19)', async () => {
    const levels = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`)
    const doctypes = [
      `<!DOCTYPE TrustServiceStatusList [<!ENTITY e0 "x">${levels.join('')}]>`,
      '<!DOCTYPE TrustServiceStatusList [<!ENTITY e9 SYSTEM "file:///etc/passwd">]>',
      '<!DOCTYPE TrustServiceStatusList SYSTEM "http://127.0.0.1:9/list.dtd">',
      '<!DOCTYPE TrustServiceStatusList>',
    ]
    const list = await signList(writeList(), signer)
    for (const doctype of doctypes) {
      const at = list.indexOf('<TrustServiceStatusList')
      await expectRefusal(`${list.slice(0, at)}${doctype}${list.slice(at)}`, 'unreadable')
    }
    // An entity that nothing declares.
    await expectRefusal(list.replace('>17<', '>&e9;<'), 'signature_wrong')
  })

  it('in another encoding, where a document type would look otherwise (WALLET-19)', async () => {
    const list = await signList(writeList(), signer)
    await expectRefusal(Buffer.from(`\uFEFF${list.replace('UTF-8', 'UTF-16')}`, 'utf16le'), 'unreadable')
    for (const encoding of ['UTF-7', 'UTF-16', 'IBM037', 'ISO-8859-1'])
      await expectRefusal(list.replace('UTF-8', encoding), 'unreadable')
    await expectRefusal(Buffer.concat([Buffer.from(list), Buffer.from([0xc0, 0xbc])]), 'unreadable')
  })

  it('that isn’t well-formed XML (WALLET-19)', async () => {
    const list = await signList(writeList(), signer)
    for (const each of [
      list.slice(0, -5),
      `${list}<a/>`,
      `<a>${list}`,
      list.replace('<ds:Signature ', '<ds:Signature x '),
      '<Signature ',
    ])
      await expectRefusal(each, 'signature_wrong')
  })

  it('that costs more memory than it may (WALLET-19)', async () => {
    const list = Buffer.from(await signList(writeList({ within: '<a></a>'.repeat(200_000) }), signer))
    const { certificate } = signer
    expect(await verifyList(list, [certificate])).toMatchObject({ signer: certificate })
    const limits = { processorSeconds: 20, memoryBytes: 64 * 1024 ** 2, timeoutMs: 60_000 }
    expect(await verifyList(list, [certificate], limits)).toEqual({ refusal: 'signature_wrong' })
  })

  it.each([
    ['of the processor', { processorSeconds: 1, timeoutMs: 600_000 }],
    ['of the clock', { processorSeconds: 600, timeoutMs: 1000 }],
  ])('that costs more time than it may, %s (WALLET-19)', async (_, times) => {
    // What a signature names is computed before anybody knows whether it is right.
    const list = await signList(writeList({ within: '<a></a>'.repeat(5000) }), signer)
    const path = '//*[count(//*[count(//*) &gt; 0]) &gt; 0]'
    const costly = Buffer.from(list.replace('/descendant::ds:Signature', path))
    const limits = { memoryBytes: 1024 ** 3, ...times }
    expect(await verifyList(costly, [signer.certificate], limits)).toEqual({ refusal: 'signature_wrong' })
  })
})
