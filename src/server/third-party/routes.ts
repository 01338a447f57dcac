import type { Context, Hono } from 'hono'
import { toCanonicalId } from '../../domain/id.ts'
import { accountCallers } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { readTraces } from '../http/client-traces.ts'
import { isRefusal } from '../http/refusal.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import { takeUpload } from '../http/take-upload.ts'
import type { UploadForm } from '../http/upload-form.ts'
import type { Platform } from '../platform/platform.ts'
import { correctAddress } from './correct-address.ts'
import { declineVerification } from './decline-verification.ts'
import { enterCode } from './enter-code.ts'
import { passGate } from './pass-gate.ts'
import { type Caller, findOpenPass, findUploader, openPassFor } from './policy.ts'
import { removeFile } from './remove-file.ts'
import { showForm } from './show-form.ts'
import { showLink } from './show-link.ts'
import { submitVerification } from './submit-verification.ts'
import { uploadFile } from './upload-file.ts'

export function createThirdPartyRoutes(platform: Platform): Hono<AppEnv> {
  const callers = { ...accountCallers, 'pass holder': findOpenPass, uploader: findUploader }

  async function take(caller: Caller, form: UploadForm, c: Context<AppEnv>) {
    const pass = await openPassFor(platform, caller, toCanonicalId(form.fields['formId']))
    if (isRefusal(pass)) return pass
    return form.fields['completeSubmission'] === 'true'
      ? submitVerification(platform, pass, form.fields, readTraces(c))
      : uploadFile(platform, pass, form, c.get('clientIp'))
  }

  return serveEndpoints(platform, callers, {
    'GET /api/public/verifications/:id': ({ caller, params }) => showLink(platform, params.id, caller),

    'POST /api/public/verifications/:id/gate': ({ caller, params, body, clientIp }) =>
      passGate(platform, { ...body, verificationId: params.id, clientIp, account: caller }),

    'POST /api/public/verifications/:id/gate/code': ({ caller, params, body, clientIp }) =>
      enterCode(platform, { ...body, verificationId: params.id, clientIp, account: caller }),

    'GET /api/public/verifications/:id/form': ({ caller, c }) => showForm(platform, caller, readTraces(c)),

    'POST /api/public/verifications/:id/decline': ({ caller, body }) =>
      declineVerification(platform, caller, body),

    'DELETE /api/public/verifications/:id/documents/:documentId': ({ caller, params }) =>
      removeFile(platform, caller, toCanonicalId(params.documentId)),

    'PATCH /api/verifications/:id/third-party-email': ({ caller, params, body }) =>
      correctAddress(platform, {
        userId: caller.id,
        verificationId: params.id,
        email: body.thirdPartyEmail,
      }),

    'POST /functions/v1/third-party-upload'({ caller, c }) {
      const sender = 'pass' in caller ? caller.pass.verificationId : caller.account.id
      return takeUpload(c, sender, (form) => take(caller, form, c))
    },
  })
}
