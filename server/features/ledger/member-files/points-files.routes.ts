import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/ledger/points-files.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as service from './points-files.service.ts'

export function pointsFileRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.listPointsFiles, ({ query }) => service.listFiles(context, query))
  mount(app, contract.approvePointsFile, ({ caller, params, body, origin }) =>
    service.approveFile(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.rejectPointsFile, ({ caller, params, body, origin }) =>
    service.rejectFile(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.withdrawPointsFile, ({ caller, params, body, origin }) =>
    service.withdrawFile(context, caller, { ...params, ...body }, origin),
  )
}
