import { Hono } from 'hono'
import pLimit from 'p-limit'
import { paths } from '../../contract/paths.ts'
import { declineSchema, gateCodeRequestSchema, gateRequestSchema } from '../../contract/third-party.ts'
import { addressCorrectionSchema } from '../../contract/verification.ts'
import { uploadMaxBytes } from '../../domain/document/document.ts'
import { canonicalId } from '../../domain/id.ts'
import { authenticate, optionalAccount } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { holdRoom, roomRetryAfterSeconds } from '../http/hold-room.ts'
import { idParam } from '../http/id-param.ts'
import { functionProblemResponse, problemResponse } from '../http/problem.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { type UploadForm, uploadForm } from '../http/upload-form.ts'
import { validatedJson } from '../http/validated.ts'
import type { Platform } from '../platform/platform.ts'
import { correctAddress } from './correct-address.ts'
import { declineVerification } from './decline-verification.ts'
import { enterCode } from './enter-code.ts'
import { passGate } from './pass-gate.ts'
import { type Caller, openPassFor, openPassOf, uploaderOf } from './policy.ts'
import { showForm } from './show-form.ts'
import { showLink } from './show-link.ts'
import { submitVerification } from './submit-verification.ts'
import { uploadFile } from './upload-file.ts'

/** Uploads that are worked on at once. Each was read whole before, into room of its link's share (body-room.ts). */
const uploadsAtOnce = 48

export function thirdPartyRoutes(platform: Platform): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const slots = pLimit(uploadsAtOnce)

  app.get(paths.publicVerification, async (c) => {
    const id = idParam(c)
    if (!id) return problemResponse(c, refuse('verification_not_found'))
    const link = await showLink(platform, id, await optionalAccount(platform, c))
    return isRefusal(link) ? problemResponse(c, link) : c.json(link)
  })

  app.post(paths.gate, async (c) => {
    const verificationId = idParam(c)
    if (!verificationId) return problemResponse(c, refuse('verification_not_found'))
    const body = await validatedJson(c, gateRequestSchema)
    if (isRefusal(body)) return problemResponse(c, body)
    const account = await optionalAccount(platform, c)
    const clientIp = c.get('clientIp')
    const pass = await passGate(platform, { verificationId, email: body.email, clientIp, account })
    return isRefusal(pass) ? problemResponse(c, pass) : c.json(pass)
  })

  app.post(paths.gateCode, async (c) => {
    const verificationId = idParam(c)
    if (!verificationId) return problemResponse(c, refuse('verification_not_found'))
    const body = await validatedJson(c, gateCodeRequestSchema)
    if (isRefusal(body)) return problemResponse(c, body)
    const account = await optionalAccount(platform, c)
    const clientIp = c.get('clientIp')
    const pass = await enterCode(platform, { ...body, verificationId, clientIp, account })
    return isRefusal(pass) ? problemResponse(c, pass) : c.json(pass)
  })

  app.get(paths.thirdPartyView, async (c) => {
    const pass = await openPassOf(platform, c, idParam(c))
    if (isRefusal(pass)) return problemResponse(c, pass)
    const form = await showForm(platform, pass)
    return isRefusal(form) ? problemResponse(c, form) : c.json(form)
  })

  app.post(paths.decline, async (c) => {
    const pass = await openPassOf(platform, c, idParam(c))
    if (isRefusal(pass)) return problemResponse(c, pass)
    const body = await validatedJson(c, declineSchema)
    if (isRefusal(body)) return problemResponse(c, body)
    const declined = await declineVerification(platform, pass, body)
    return isRefusal(declined) ? problemResponse(c, declined) : c.body(null, 204)
  })

  app.patch(paths.thirdPartyEmail, async (c) => {
    const account = await authenticate(platform, c)
    if (isRefusal(account)) return problemResponse(c, account)
    const verificationId = idParam(c)
    if (!verificationId) return problemResponse(c, refuse('verification_not_visible'))
    const body = await validatedJson(c, addressCorrectionSchema)
    if (isRefusal(body)) return problemResponse(c, body)
    const correction = { userId: account.id, verificationId, email: body.thirdPartyEmail }
    const corrected = await correctAddress(platform, correction)
    return isRefusal(corrected) ? problemResponse(c, corrected) : c.json(corrected)
  })

  app.post(paths.thirdPartyUpload, async (c) => {
    const caller = await uploaderOf(platform, c)
    if (isRefusal(caller)) return functionProblemResponse(c, caller)
    const sender = 'pass' in caller ? caller.pass.verificationId : caller.account.id
    const answer = await holdRoom(c, { maxBytes: uploadMaxBytes, sender }, async () => {
      const form = await uploadForm(c)
      return isRefusal(form) ? form : slots(() => take(caller, form))
    })
    if (answer === null) {
      const retryAfterSeconds = roomRetryAfterSeconds
      return functionProblemResponse(c, refuse('upload_unavailable', { retryAfterSeconds }))
    }
    return isRefusal(answer) ? functionProblemResponse(c, answer) : c.json(answer)
  })

  async function take(caller: Caller, form: UploadForm) {
    const pass = await openPassFor(platform, caller, canonicalId(form.fields['formId']))
    if (isRefusal(pass)) return pass
    return form.fields['completeSubmission'] === 'true'
      ? submitVerification(platform, pass, form.fields)
      : uploadFile(platform, pass, form)
  }

  return app
}
