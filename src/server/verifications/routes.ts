import type { Context, Hono } from 'hono'
import { toCanonicalId } from '../../domain/typed-text.ts'
import { verificationKinds } from '../../domain/verification/verification.ts'
import { accountCallers, readDevice } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { ensureTraces, readTraces } from '../http/client.ts'
import { isRefusal, type Refusal, refuse } from '../http/problem.ts'
import { serveEndpoints } from '../http/serve-endpoints.ts'
import { takeUpload, type UploadForm } from '../http/upload.ts'
import { findIdempotencyKey } from '../idempotency.ts'
import type { Platform } from '../platform/platform.ts'
import { showCurrentText } from './consent-texts.ts'
import { correctAddress } from './correct-address.ts'
import { createVerification, readCreationRequest } from './create-verification.ts'
import { type DraftOwner, endDraft, saveDraft, showDraft } from './drafts.ts'
import { blockSenderOf, choose, reportEmail, reportLink, showChoices, unsubscribe } from './email-choices.ts'
import { cancelVerification, declineVerification } from './end-verification.ts'
import { enterCode, passGate, showLink } from './gate.ts'
import { resendInvitation } from './invitation.ts'
import { listVerifications } from './list-verifications.ts'
import { openAccount } from './open-account.ts'
import { admitAfterEnd, type Caller, openPassFor, passCallers } from './policy.ts'
import { refusePrivately } from './refuse-privately.ts'
import { showVerification } from './show-verification.ts'
import { submitVerification } from './submit-verification.ts'
import { removeFile, showForm, uploadFile } from './third-party-form.ts'

export function createVerificationsRoutes(platform: Platform): Hono<AppEnv> {
  return serveEndpoints(platform, accountCallers, {
    'GET /api/consent-text'({ query, c }) {
      c.header('Cache-Control', 'private, no-store')
      return showCurrentText(query)
    },

    'POST /api/verifications': {
      read: readCreationRequest,
      handle({ caller, body, c }) {
        const key = findIdempotencyKey(c)
        return isRefusal(key)
          ? key
          : createVerification(platform, caller.id, body, ensureTraces(c, platform.settings), key)
      },
    },

    'GET /api/verifications': ({ caller, query }) => listVerifications(platform, caller, query),

    'GET /api/verifications/:id'({ caller, params, c }) {
      c.header('Cache-Control', 'private, no-store')
      return showVerification(platform, caller.id, params.id)
    },

    'POST /api/verifications/:id/cancel': ({ caller, params }) =>
      cancelVerification(platform, caller.id, params.id),

    'POST /api/verifications/:id/invitation': ({ caller, params }) =>
      resendInvitation(platform, caller.id, params.id),

    'PATCH /api/verifications/:id/third-party-email': ({ caller, params, body }) =>
      correctAddress(platform, {
        userId: caller.id,
        verificationId: params.id,
        email: body.thirdPartyEmail,
      }),
  })
}

export function createThirdPartyRoutes(platform: Platform): Hono<AppEnv> {
  const callers = { ...accountCallers, ...passCallers }

  async function take(caller: Caller, form: UploadForm, c: Context<AppEnv>) {
    const pass = await openPassFor(platform, caller, toCanonicalId(form.fields['formId']))
    if (isRefusal(pass)) return pass
    return form.fields['completeSubmission'] === 'true'
      ? submitVerification(platform, pass, form.fields, readTraces(c))
      : uploadFile(platform, pass, form, c.get('clientIp'))
  }

  const app = serveEndpoints(platform, callers, {
    'GET /api/public/verifications/:id': ({ caller, params }) => showLink(platform, params.id, caller),

    'POST /api/public/verifications/:id/gate': ({ caller, params, body, clientIp }) =>
      passGate(platform, { ...body, verificationId: params.id, clientIp, account: caller }),

    'POST /api/public/verifications/:id/gate/code': ({ caller, params, body, clientIp }) =>
      enterCode(platform, { ...body, verificationId: params.id, clientIp, account: caller }),

    'GET /api/public/verifications/:id/form': ({ caller, c }) => showForm(platform, caller, readTraces(c)),

    // The guard of a pass holder has checked that the verification is open.
    'GET /api/public/verifications/:id/standing': () => null,

    'POST /api/public/verifications/:id/decline': ({ caller, body }) =>
      declineVerification(platform, caller, body),

    'POST /api/public/verifications/:id/private-no': ({ caller }) => refusePrivately(platform, caller),

    'DELETE /api/public/verifications/:id/documents/:documentId': ({ caller, params }) =>
      removeFile(platform, caller, toCanonicalId(params.documentId)),

    'POST /functions/v1/third-party-upload'({ caller, c }) {
      return takeUpload(c, passCallers.uploader.name(caller), (form) => take(caller, form, c))
    },
  })
  const afterEnd = serveEndpoints(
    platform,
    admitAfterEnd(async () => true),
    {
      'POST /api/public/verifications/:id/account': ({ caller, body, c }) =>
        openAccount(platform, caller, body, readDevice(c)),
    },
  )
  return app.route('/', afterEnd)
}

/** Routes for the mail choices of people who were asked, without an account. */
export function createEmailChoicesRoutes(platform: Platform): Hono<AppEnv> {
  return serveEndpoints(platform, accountCallers, {
    'POST /api/email-choices': ({ body }) => showChoices(platform, body.token),

    'PUT /api/email-choices': ({ body }) => choose(platform, body),

    'POST /api/email-choices/report': ({ body, clientIp }) => reportEmail(platform, { ...body, clientIp }),

    'POST /emails': ({ query }) => unsubscribe(platform, query.token),

    'POST /api/public/verifications/:id/block': ({ params }) => blockSenderOf(platform, params.id),

    'POST /api/public/verifications/:id/report': ({ params, clientIp }) =>
      reportLink(platform, { verificationId: params.id, clientIp }),
  })
}

export function createDraftsRoutes(platform: Platform): Hono<AppEnv> {
  function parseOwner(caller: { id: string }, kindInAddress: string): DraftOwner | Refusal {
    const kind = verificationKinds.find((candidate) => candidate === kindInAddress)
    return kind ? { userId: caller.id, kind } : refuse('not_found')
  }

  return serveEndpoints(platform, accountCallers, {
    'GET /api/drafts/:kind'({ caller, params, c }) {
      c.header('Cache-Control', 'private, no-store')
      const owner = parseOwner(caller, params.kind)
      return isRefusal(owner) ? owner : showDraft(platform, owner)
    },

    'PUT /api/drafts/:kind'({ caller, params, body }) {
      const owner = parseOwner(caller, params.kind)
      return isRefusal(owner) ? owner : saveDraft(platform, owner, body)
    },

    async 'DELETE /api/drafts/:kind'({ caller, params }) {
      const owner = parseOwner(caller, params.kind)
      if (isRefusal(owner)) return owner
      await platform.database.transaction((tx) => endDraft(platform, tx, owner))
      return null
    },
  })
}
