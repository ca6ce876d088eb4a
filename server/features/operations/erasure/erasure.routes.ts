import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/desk/users.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { eraseUser } from './erasure.service.ts'

export function erasureRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.eraseUser, ({ caller, params, body, origin }) =>
    eraseUser(context, caller, { ...params, ...body }, origin),
  )
}
