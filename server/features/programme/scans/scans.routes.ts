import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/programme/scans.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import { reversalWords, reviewScan } from './scan-review.service.ts'
import * as service from './scans.service.ts'

export function scanRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.scanCoupon, ({ body, caller }) => service.scanCoupon(context, caller, body))
  mountList(app, context, contract.listScans, (reading, { query }) =>
    service.listScans(reading, query),
  )
  mount(app, contract.getScan, ({ params }) => service.getScan(context, params))
  mount(app, contract.releaseScan, ({ params, body, caller, origin }) =>
    reviewScan(context, 'released', { params, reason: body.reason, caller, origin }),
  )
  mount(app, contract.reverseScan, ({ params, body, caller, origin }) =>
    reviewScan(context, 'reversed', {
      params,
      reason: reversalWords(context, body),
      caller,
      origin,
    }),
  )
}
