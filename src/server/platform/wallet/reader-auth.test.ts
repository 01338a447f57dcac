import { DeviceRequest, DocRequest, ItemsRequest, SessionTranscript } from '@owf/mdoc'
import { describe, expect, it } from 'vitest'
import { toReaderKey } from '../../../../simulators/wallet/reader-certificates.ts'
import { encodeReaderAuthentication, signReaderAuth } from './reader-auth.ts'
import { makeAnnexCTranscript, mdocContext } from './session-transcript.ts'

/**
 * ISO/IEC 18013-5, annex D, as in the vectors of openwallet-foundation/multipaz (commit af670c68), file
 * multipaz/src/commonTest/kotlin/org/multipaz/mdoc/TestVectors.kt, ISO_18013_5_ANNEX_D_….
 */
const annexD = {
  sessionTranscriptBytes:
    'd81859024183d8185858a20063312e30018201d818584ba4010220012158205a88d182bce5f42efa59943f33359d2e8a968ff289d93e5fa444b624343167fe225820b16e8cf858ddc7690407ba61d4c338237a8cfcf3de6aa672fc60a557aa32fc67d818584ba40102200121582060e3392385041f51403051f2415531cb56dd3f999c71687013aac6768bc8187e225820e58deb8fdbe907f7dd5368245551a34796f7d2215c440c339bb0f7b67beccdfa8258c391020f487315d10209616301013001046d646f631a200c016170706c69636174696f6e2f766e642e626c7565746f6f74682e6c652e6f6f6230081b28128b37282801021c015c1e580469736f2e6f72673a31383031333a646576696365656e676167656d656e746d646f63a20063312e30018201d818584ba4010220012158205a88d182bce5f42efa59943f33359d2e8a968ff289d93e5fa444b624343167fe225820b16e8cf858ddc7690407ba61d4c338237a8cfcf3de6aa672fc60a557aa32fc6758cd91022548721591020263720102110204616301013000110206616301036e6663005102046163010157001a201e016170706c69636174696f6e2f766e642e626c7565746f6f74682e6c652e6f6f6230081b28078080bf2801021c021107c832fff6d26fa0beb34dfcd555d4823a1c11010369736f2e6f72673a31383031333a6e66636e6663015a172b016170706c69636174696f6e2f766e642e7766612e6e616e57030101032302001324fec9a70b97ac9684a4e326176ef5b981c5e8533e5f00298cfccbc35e700a6b020414',
  deviceRequest:
    'a26776657273696f6e63312e306b646f63526571756573747381a26c6974656d7352657175657374d8185893a267646f6354797065756f72672e69736f2e31383031332e352e312e6d444c6a6e616d65537061636573a1716f72672e69736f2e31383031332e352e31a66b66616d696c795f6e616d65f56f646f63756d656e745f6e756d626572f57264726976696e675f70726976696c65676573f56a69737375655f64617465f56b6578706972795f64617465f568706f727472616974f46a726561646572417574688443a10126a118215901b7308201b330820158a00302010202147552715f6add323d4934a1ba175dc945755d8b50300a06082a8648ce3d04030230163114301206035504030c0b72656164657220726f6f74301e170d3230313030313030303030305a170d3233313233313030303030305a3011310f300d06035504030c067265616465723059301306072a8648ce3d020106082a8648ce3d03010703420004f8912ee0f912b6be683ba2fa0121b2630e601b2b628dff3b44f6394eaa9abdbcc2149d29d6ff1a3e091135177e5c3d9c57f3bf839761eed02c64dd82ae1d3bbfa38188308185301c0603551d1f041530133011a00fa00d820b6578616d706c652e636f6d301d0603551d0e04160414f2dfc4acafc5f30b464fada20bfcd533af5e07f5301f0603551d23041830168014cfb7a881baea5f32b6fb91cc29590c50dfac416e300e0603551d0f0101ff04040302078030150603551d250101ff040b3009060728818c5d050106300a06082a8648ce3d0403020349003046022100fb9ea3b686fd7ea2f0234858ff8328b4efef6a1ef71ec4aae4e307206f9214930221009b94f0d739dfa84cca29efed529dd4838acfd8b6bee212dc6320c46feb839a35f658401f3400069063c189138bdcd2f631427c589424113fc9ec26cebcacacfcdb9695d28e99953becabc4e30ab4efacc839a81f9159933d192527ee91b449bb7f80bf',
  itemsRequest:
    'a267646f6354797065756f72672e69736f2e31383031332e352e312e6d444c6a6e616d65537061636573a1716f72672e69736f2e31383031332e352e31a66b66616d696c795f6e616d65f56f646f63756d656e745f6e756d626572f57264726976696e675f70726976696c65676573f56a69737375655f64617465f56b6578706972795f64617465f568706f727472616974f4',
  readerCertificate:
    '308201b330820158a00302010202147552715f6add323d4934a1ba175dc945755d8b50300a06082a8648ce3d04030230163114301206035504030c0b72656164657220726f6f74301e170d3230313030313030303030305a170d3233313233313030303030305a3011310f300d06035504030c067265616465723059301306072a8648ce3d020106082a8648ce3d03010703420004f8912ee0f912b6be683ba2fa0121b2630e601b2b628dff3b44f6394eaa9abdbcc2149d29d6ff1a3e091135177e5c3d9c57f3bf839761eed02c64dd82ae1d3bbfa38188308185301c0603551d1f041530133011a00fa00d820b6578616d706c652e636f6d301d0603551d0e04160414f2dfc4acafc5f30b464fada20bfcd533af5e07f5301f0603551d23041830168014cfb7a881baea5f32b6fb91cc29590c50dfac416e300e0603551d0f0101ff04040302078030150603551d250101ff040b3009060728818c5d050106300a06082a8648ce3d0403020349003046022100fb9ea3b686fd7ea2f0234858ff8328b4efef6a1ef71ec4aae4e307206f9214930221009b94f0d739dfa84cca29efed529dd4838acfd8b6bee212dc6320c46feb839a35',
  readerAuth:
    '8443a10126a118215901b7308201b330820158a00302010202147552715f6add323d4934a1ba175dc945755d8b50300a06082a8648ce3d04030230163114301206035504030c0b72656164657220726f6f74301e170d3230313030313030303030305a170d3233313233313030303030305a3011310f300d06035504030c067265616465723059301306072a8648ce3d020106082a8648ce3d03010703420004f8912ee0f912b6be683ba2fa0121b2630e601b2b628dff3b44f6394eaa9abdbcc2149d29d6ff1a3e091135177e5c3d9c57f3bf839761eed02c64dd82ae1d3bbfa38188308185301c0603551d1f041530133011a00fa00d820b6578616d706c652e636f6d301d0603551d0e04160414f2dfc4acafc5f30b464fada20bfcd533af5e07f5301f0603551d23041830168014cfb7a881baea5f32b6fb91cc29590c50dfac416e300e0603551d0f0101ff04040302078030150603551d250101ff040b3009060728818c5d050106300a06082a8648ce3d0403020349003046022100fb9ea3b686fd7ea2f0234858ff8328b4efef6a1ef71ec4aae4e307206f9214930221009b94f0d739dfa84cca29efed529dd4838acfd8b6bee212dc6320c46feb839a35f658401f3400069063c189138bdcd2f631427c589424113fc9ec26cebcacacfcdb9695d28e99953becabc4e30ab4efacc839a81f9159933d192527ee91b449bb7f80bf',
}

const fromHex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** The request of the annex with one byte changed, which by default changes nothing. */
function readRequest(position = 0, change = 0): DocRequest {
  const bytes = fromHex(annexD.deviceRequest)
  bytes[position] = (bytes[position] ?? 0) ^ change
  const [request] = DeviceRequest.decode(bytes).docRequests
  if (!request) throw new Error('no request')
  return request
}

/** Whether the signature in a request is by its own certificate's key and over our bytes for it. */
async function isSigned({ itemsRequest, readerAuth }: DocRequest, transcript: SessionTranscript) {
  if (!readerAuth) throw new Error('no readerAuth')
  readerAuth.detachedPayload = encodeReaderAuthentication(itemsRequest, transcript)
  return readerAuth.verifySignature({}, mdocContext)
}

describe('the published example of ISO/IEC 18013-5, annex D', () => {
  const transcript = SessionTranscript.decode(fromHex(annexD.sessionTranscriptBytes))
  const placeOf = (part: string) => annexD.deviceRequest.indexOf(part) / 2

  it('is read and written byte for byte: request, readerAuth and certificate (WALLET-11)', () => {
    const { itemsRequest, readerAuth } = readRequest()
    expect(toHex(itemsRequest.encode())).toBe(annexD.itemsRequest)
    expect(toHex(readerAuth?.encode() ?? new Uint8Array())).toContain(annexD.readerAuth)
    expect(readerAuth?.certificateChain.map(toHex)).toEqual([annexD.readerCertificate])
    expect(toHex(DeviceRequest.decode(fromHex(annexD.deviceRequest)).encode())).toBe(annexD.deviceRequest)
    expect(toHex(transcript.encode({ asDataItem: true }))).toBe(annexD.sessionTranscriptBytes)
  })

  it('verifies over our ReaderAuthentication (WALLET-11)', async () => {
    expect(await isSigned(readRequest(), transcript)).toBe(true)
  })

  it('does not verify with one bit off in request, signature, certificate’s key or transcript (WALLET-11)', async () => {
    const signature = annexD.readerAuth.slice(-128)
    const publicKey = 'f8912ee0f912b6be683ba2fa0121b263'
    // A letter of family_name, true for false, the algorithm.
    expect(await isSigned(readRequest(placeOf('66616d696c79') + 3, 1), transcript)).toBe(false)
    expect(await isSigned(readRequest(placeOf('6e616d65f5') + 4, 1), transcript)).toBe(false)
    expect(await isSigned(readRequest(placeOf('43a10126') + 3, 1), transcript)).toBe(false)
    for (let place = 0; place < 64; place += 1)
      expect(await isSigned(readRequest(placeOf(signature) + place, 1), transcript)).toBe(false)
    await expect(isSigned(readRequest(placeOf(publicKey), 1), transcript)).rejects.toThrow()
    const other = fromHex(annexD.sessionTranscriptBytes)
    other[other.length - 1] = (other.at(-1) ?? 0) ^ 1
    expect(await isSigned(readRequest(), SessionTranscript.decode(other))).toBe(false)
  })
})

describe('our readerAuth', () => {
  const itemsRequest = ItemsRequest.create({
    docType: 'org.iso.18013.5.1.mDL',
    namespaces: { 'org.iso.18013.5.1': { age_over_18: false } },
  })
  const [info, origin] = ['gmVkY2FwaQ', 'https://assent.example']
  const transcript = makeAnnexCTranscript(info, origin)

  it.each([1, 2])(
    'is signed with the operator’s key and brings its chain of %i (WALLET-16)',
    async (length) => {
      const key = await toReaderKey({ length })
      const request = DocRequest.create({
        itemsRequest,
        readerAuth: await signReaderAuth(itemsRequest, transcript, key),
      })
      const sent = DeviceRequest.decode(DeviceRequest.create({ docRequests: [request] }).encode())
        .docRequests[0]
      if (!sent?.readerAuth) throw new Error('no readerAuth')
      expect(sent.readerAuth.certificateChain.map(toHex)).toEqual(key.chain.map(({ raw }) => toHex(raw)))
      // COSE_Sign1: ES256 alone is signed as a header, the chain is label 33, nothing as payload.
      const x5chain = sent.readerAuth.unprotectedHeaders.headers.get(33)
      expect(Array.isArray(x5chain)).toBe(length > 1)
      expect([...sent.readerAuth.protectedHeaders.headers]).toEqual([[1, -7]])
      expect(sent.readerAuth.payload).toBeNull()
      expect(await isSigned(sent, transcript)).toBe(true)
      expect(await isSigned(sent, makeAnnexCTranscript(info, 'https://other.example'))).toBe(false)
      expect(await isSigned(sent, makeAnnexCTranscript('gmVkY2FwaR', origin))).toBe(false)
    },
  )
})
