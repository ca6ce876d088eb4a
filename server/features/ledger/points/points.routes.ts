import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/ledger/points.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import * as service from './points.service.ts'

export function pointsRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listTransfers, (reading, { query }) =>
    service.listTransfers(reading, query),
  )
  mount(app, contract.memberPoints, ({ caller, query }) =>
    service.memberPoints(context, caller, query),
  )
}
