import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/people/kyc.ts'
import * as submissionContract from '../../../../contract/people/kyc-submission.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as service from './kyc-documents.service.ts'

export function kycDocumentRoutes(app: FastifyInstance, context: Context): void {
  mount(app, submissionContract.uploadKycDocument, ({ caller, query, file }) =>
    service.uploadDocument(context, caller, query.field, file),
  )
  mount(app, contract.kycDocumentPage, ({ caller, params, query }) =>
    service.documentPage(context, caller, params, query.ticket),
  )
}
