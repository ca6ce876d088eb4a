import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/tax.ts'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import * as outside from './outside.service.ts'

export function taxRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.previewOutsideBenefits, ({ caller, query, file }) =>
    outside.previewOutsideBenefits(context, caller, query.name, file),
  )
  mount(app, contract.applyOutsideBenefits, ({ caller, params, body, origin }) =>
    outside.applyOutsideBenefits(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.outsideBenefits, ({ query }) => outside.outsideBenefits(context, query))
}
