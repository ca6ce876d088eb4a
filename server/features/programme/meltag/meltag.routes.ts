import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/programme/meltag.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as service from './meltag.service.ts'

export function meltagRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.findMeltag, ({ query }) => service.findMeltag(context, query.q))
  mount(app, contract.couponMeltag, ({ params }) => service.couponMeltag(context, params.couponKey))
}
