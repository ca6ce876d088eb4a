import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/ledger/points.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as service from './expiry.service.ts'

export function expiryRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.memberExpiring, ({ caller }) => service.memberExpiring(context, caller))
}
