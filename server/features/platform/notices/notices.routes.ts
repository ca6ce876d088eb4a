import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/platform/notices.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as service from './notices.service.ts'

export function noticeRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.myNotices, ({ caller }) => service.myNotices(context, caller))
  mount(app, contract.readNotices, ({ caller, body }) => service.readNotices(context, caller, body))
}
