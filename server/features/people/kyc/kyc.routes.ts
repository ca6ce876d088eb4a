import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/people/kyc.ts'
import * as historyContract from '../../../../contract/people/kyc-history.ts'
import * as revocationContract from '../../../../contract/people/kyc-revocation.ts'
import * as submissionContract from '../../../../contract/people/kyc-submission.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import { decideKyc } from './kyc-decision.service.ts'
import { kycDetailOf } from './kyc-detail.service.ts'
import * as log from './kyc-log.service.ts'
import { revealKyc } from './kyc-reveal.service.ts'
import * as review from './kyc-review.service.ts'
import * as revocation from './kyc-revocation.service.ts'
import { submitKyc } from './kyc-submission.service.ts'
import { myKyc } from './member-kyc.service.ts'

export function kycRoutes(app: FastifyInstance, context: Context): void {
  mount(app, submissionContract.submitKyc, ({ caller, body }) => submitKyc(context, caller, body))
  mount(app, submissionContract.myKyc, ({ caller }) => myKyc(context, caller))
  mountList(app, context, contract.kycQueue, (reading, { caller, query }) =>
    review.kycQueue(reading, caller, query),
  )
  mount(app, contract.getKyc, ({ caller, params }) => kycDetailOf(context, caller, params.memberId))
  mount(app, contract.openKyc, ({ caller, params }) =>
    review.openKyc(context, caller, params.memberId),
  )
  mount(app, contract.leaveKyc, ({ caller, params }) =>
    review.leaveKyc(context, caller, params.memberId),
  )
  mount(app, contract.decideKyc, ({ caller, params, body, origin }) =>
    decideKyc(context, { ...params, body, caller, origin }),
  )
  mount(app, revocationContract.proposeRevocation, ({ caller, params, body, origin }) =>
    revocation.proposeRevocation(context, { ...params, ...body, caller, origin }),
  )
  mount(app, revocationContract.approveRevocation, ({ caller, params, body, origin }) =>
    revocation.approveRevocation(context, { ...params, ...body, caller, origin }),
  )
  mount(app, revocationContract.rejectRevocation, ({ caller, params, body, origin }) =>
    revocation.rejectRevocation(context, { ...params, ...body, caller, origin }),
  )
  mount(app, revocationContract.withdrawRevocation, ({ caller, params, body, origin }) =>
    revocation.withdrawRevocation(context, { ...params, ...body, caller, origin }),
  )
  mount(app, revocationContract.waitingRevocations, () => revocation.waitingRevocations(context))
  mount(app, contract.revealKyc, ({ caller, params, body, origin }) =>
    revealKyc(context, { ...params, body, caller, origin }),
  )
  mountList(app, context, historyContract.kycHistory, (reading, { query }) =>
    log.kycHistory(reading, query),
  )
  mountList(app, context, historyContract.kycLog, (reading, { query }) =>
    log.kycLog(reading, query),
  )
  mount(app, historyContract.kycReviewers, () => log.kycReviewers(context))
}
