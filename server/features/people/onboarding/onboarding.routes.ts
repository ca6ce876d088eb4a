import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/people/onboarding.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import { applyUpload } from './apply.service.ts'
import * as errors from './errors.service.ts'
import * as sheets from './onboarding-sheets.service.ts'
import { sendOnboarding } from './send.service.ts'
import { takeUploadBack } from './take-back.service.ts'
import * as uploads from './uploads.service.ts'

export function onboardingRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.onboardingTemplate, ({ params }) => sheets.onboardingTemplate(params.kind))
  mount(app, contract.sendOnboarding, ({ caller, params, query, file, origin }) =>
    sendOnboarding(context, caller, { ...params, ...query, file }, origin),
  )
  mountList(app, context, contract.listUploads, (reading, { query }) =>
    uploads.listUploads(reading, query),
  )
  mount(app, contract.getUpload, ({ params }) => uploads.getUpload(context, params.uploadId))
  mount(app, contract.listUploadRows, ({ caller, params, query }) =>
    uploads.listUploadRows(context, caller, params.uploadId, query),
  )
  mount(app, contract.applyUpload, ({ caller, params, origin }) =>
    applyUpload(context, caller, params.uploadId, origin),
  )
  mount(app, contract.discardUpload, ({ caller, params, origin }) =>
    uploads.discardUpload(context, caller, params.uploadId, origin),
  )
  mount(app, contract.takeUploadBack, ({ caller, params, body, origin }) =>
    takeUploadBack(context, caller, { ...params, ...body }, origin),
  )
  mountList(app, context, contract.listOnboardingErrors, (reading, { caller, query }) =>
    errors.listOnboardingErrors(reading, caller, query),
  )
  mount(app, contract.getOnboardingError, ({ caller, params }) =>
    errors.getOnboardingError(context, caller, params),
  )
  mount(app, contract.retryOnboardingRow, ({ caller, params, body, origin }) =>
    errors.retryOnboardingRow(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.dismissOnboardingRow, ({ caller, params, body, origin }) =>
    errors.dismissOnboardingRow(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.onboardingErrorFile, ({ caller, params, query, origin }) =>
    sheets.onboardingErrorFile(context, caller, { ...params, ...query }, origin),
  )
}
