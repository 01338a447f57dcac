import sharp from 'sharp'
import { idCard } from '../../e2e/actions/capture.ts'
import { currentConsentTextVersion } from '../../src/domain/verification/consent-text.ts'

/** A name that is too long for most places. */
export const longName = 'Wolfeschlegelsteinhausenbergerdorff-Maria de la Concepción'

const password = 'Quiet-harbour-42'
const getToday = () => new Date().toISOString().slice(0, 10)

/** People and records of every state, made through the product's own API. */
export function createSampleProduct(origin) {
  const calls = createCaller(origin)
  return { ...createCreators(calls), ...createThirdParties(calls) }
}

/** Posts JSON or a form to the product, as whoever has a token; answers what it answered. */
function createCaller(origin) {
  const call = async (path, { token, headers, ...init }) => {
    const authorization = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { ...authorization, ...headers },
      ...init,
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.status === 204 ? null : answer.json()
  }
  const callWith = (path, token, body) =>
    call(path, { token, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const upload = (path, token, fields, file) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    if (file) body.set('file', new File([file], 'photo.jpg', { type: 'image/jpeg' }))
    return call(path, { token, body })
  }
  return { callWith, upload }
}

/** What people do who have an account. */
function createCreators({ callWith, upload }) {
  /** A registered person with the session that the registration gave. */
  async function register(fullName, email) {
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

  const askForReset = (email) => callWith('/auth/v1/recover', null, { email })

  /** A pending verification. `thirdParty` has fullName and email. Answers its id and link. */
  async function create(creator, type, thirdParty, additionalInformation = null) {
    const give = async (category, file) =>
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
      signature: creator.fullName,
      signatureDate: getToday(),
      thirdPartyEmail: thirdParty.email,
      consentTextVersion: currentConsentTextVersion,
      ...documents,
    })
    return { ...created, thirdParty }
  }

  const withdraw = (creator, { id }) => callWith(`/api/records/${id}/withdrawal`, creator.token, {})

  const cancel = (creator, { id }) => callWith(`/api/verifications/${id}/cancel`, creator.token, {})

  const hold = (creator, { id }) =>
    callWith(`/api/records/${id}/hold`, creator.token, { reason: 'I reported it to the police in Bristol.' })

  return { register, askForReset, cancel, create, hold, withdraw }
}

/** What the third party of a verification does. */
function createThirdParties({ callWith, upload }) {
  const gate = async ({ id, thirdParty }) =>
    (await callWith(`/api/public/verifications/${id}/gate`, null, { email: thirdParty.email })).token

  /** Completes a pending verification as its third party. */
  async function complete(verification) {
    const { id, thirdParty } = verification
    const path = '/functions/v1/third-party-upload'
    const token = await gate(verification)
    const give = async (category, file) => (await upload(path, token, { formId: id, category }, file)).fileUrl
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
      consentTextVersion: currentConsentTextVersion,
    })
  }

  /** Declines a pending verification as its third party. */
  const decline = async (verification) =>
    callWith(`/api/public/verifications/${verification.id}/decline`, await gate(verification), {})

  return { complete, decline }
}

/** A picture of a person, as a camera would give it. */
export function drawPortrait() {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="#cfd6d3"/>
    <circle cx="640" cy="290" r="150" fill="#8d7766"/><path d="M320 720c0-190 140-270 320-270s320 80 320 270z" fill="#46605b"/></svg>`
  return sharp(Buffer.from(drawing)).jpeg({ quality: 85 }).toBuffer()
}
