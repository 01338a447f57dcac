import sharp from 'sharp'
import { idCard } from '../../e2e/actions/capture.ts'
import { defaultValidity, type Validity } from '../../src/domain/verification/validity.ts'

type Person = { fullName: string; email: string }
export type Creator = Person & { password: string; session: object; token: string }
export type Request = {
  id: string
  verificationLink: string
  thirdParty: Person
}
type Fields = Record<string, string>
type ShownText = { version: string; language: string; sha256: string }
/** The fields that are read from answers; each answer has some of them. */
type Answer = { access_token: string; id: string; token: string; fileUrl: string; verificationLink: string }

const password = 'Quiet-harbour-42'
const getToday = () => new Date().toISOString().slice(0, 10)

/** Makes accounts and records in every state through the product's API, by people who read a language. */
export function createSampleProduct(origin: string, language = 'en') {
  /** Posts JSON or a form to the product, with a token if given; resolves to the parsed answer. */
  const call = async (
    path: string,
    token: string | null,
    { headers, ...init }: { headers?: Fields; body: string | FormData },
  ): Promise<Answer> => {
    const authorization = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'accept-language': language, ...authorization, ...headers },
      ...init,
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return JSON.parse((await answer.text()) || '{}')
  }
  /** What a page sends of the consent text that the person signs, which it got from here. */
  const showText = async (path: string, token: string) => {
    const headers = { 'accept-language': language, authorization: `Bearer ${token}` }
    const answer = await fetch(origin + path, { headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    const { consentText, ...others } = (await answer.json()) as ShownText & { consentText?: ShownText }
    const shown = consentText ?? others
    return {
      consentTextVersion: shown.version,
      consentTextLanguage: shown.language,
      consentTextSha256: shown.sha256,
    }
  }
  const callWith = (path: string, token: string | null, body: object) =>
    call(path, token, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const upload = (path: string, token: string, fields: Fields, file?: Buffer) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    if (file) body.set('file', new File([new Uint8Array(file)], 'photo.jpg', { type: 'image/jpeg' }))
    return call(path, token, { body })
  }
  /** Registers a person and returns the session of the registration. */
  async function register(fullName: string, email: string): Promise<Creator> {
    const data = {
      full_name: fullName,
      date_of_birth: '1990-04-17',
      address: '1 Harbour Street, Bristol',
      sex: 'female',
      phone_number: '+447700900123',
    }
    const session = await callWith('/auth/v1/signup', null, { email, password, data })
    return { fullName, email, password, session, token: session.access_token }
  }

  const askForReset = (email: string) => callWith('/auth/v1/recover', null, { email })

  async function create(
    creator: Pick<Creator, 'token' | 'fullName'>,
    type: 'age' | 'person',
    thirdParty: Person,
    additionalInformation: string | null = null,
    validity: Validity = defaultValidity,
  ): Promise<Request> {
    const give = async (category: string, file: Buffer) =>
      (await upload('/api/documents', creator.token, { category }, file)).id
    const documents =
      type === 'age'
        ? {
            identityConsent: true,
            thirdPartyPlatformAge: '29',
            thirdPartyClaimedAge: '31',
            selfieDocumentId: await give('selfie', await drawPortrait()),
            idDocumentId: await give('id', (await idCard(creator.fullName)).buffer),
          }
        : { thirdPartyPhone: '+48 601 123 456' }
    const created = await callWith('/api/verifications', creator.token, {
      type,
      fullName: creator.fullName,
      dateOfBirth: '1990-04-17',
      thirdPartyName: thirdParty.fullName,
      thirdPartySocialMediaName: `@${thirdParty.fullName.toLowerCase().replaceAll(/[^a-z]+/g, '.')}`,
      platformName: 'Hinge',
      additionalInformation,
      validity,
      signature: creator.fullName,
      signatureDate: getToday(),
      thirdPartyEmail: thirdParty.email,
      ...(await showText(`/api/consent-text?${new URLSearchParams({ type, validity })}`, creator.token)),
      ...documents,
    })
    return { ...created, thirdParty }
  }

  const withdraw = (creator: Creator, { id }: Request) =>
    callWith(`/api/records/${id}/withdrawal`, creator.token, {})

  const cancel = (creator: Creator, { id }: Request) =>
    callWith(`/api/verifications/${id}/cancel`, creator.token, {})

  const hold = (creator: Creator, { id }: Request) =>
    callWith(`/api/records/${id}/hold`, creator.token, { reason: 'I reported it to the police in Bristol.' })

  const gate = async ({ id, thirdParty }: Request): Promise<string> =>
    (await callWith(`/api/public/verifications/${id}/gate`, null, { email: thirdParty.email })).token

  async function complete(verification: Request): Promise<void> {
    const { id, thirdParty } = verification
    const path = '/functions/v1/third-party-upload'
    const token = await gate(verification)
    const give = async (category: string, file: Buffer): Promise<string> =>
      (await upload(path, token, { formId: id, category }, file)).fileUrl
    await upload(path, token, {
      completeSubmission: 'true',
      formId: id,
      signature: thirdParty.fullName,
      selfieUrl: await give('selfie', await drawPortrait()),
      idUrl: await give('id', (await idCard(thirdParty.fullName)).buffer),
      statesAdult: 'true',
      consent: 'true',
      identityConsent: 'true',
      agreedToAdditionalTerms: 'true',
      ...(await showText(`/api/public/verifications/${id}/form`, token)),
    })
  }

  const decline = async (verification: Request) =>
    callWith(`/api/public/verifications/${verification.id}/decline`, await gate(verification), {})

  return { register, askForReset, cancel, complete, create, decline, hold, withdraw }
}

/** A drawn portrait as a JPEG, in the format of a camera picture. */
export function drawPortrait() {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="#cfd6d3"/>
    <circle cx="640" cy="290" r="150" fill="#8d7766"/><path d="M320 720c0-190 140-270 320-270s320 80 320 270z" fill="#46605b"/></svg>`
  return sharp(Buffer.from(drawing)).jpeg({ quality: 85 }).toBuffer()
}
