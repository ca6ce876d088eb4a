import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/members.ts'
import { memberBalance } from '../../../contract/points.ts'
import type { Context } from '../../context.ts'
import { bearer } from '../../http/authenticate.ts'
import { mount } from '../../http/mount.ts'
import * as service from './members.service.ts'

export function memberRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.requestOtp, ({ body, origin }) =>
    service.requestOtp(context, body.mobile, origin),
  )
  mount(app, contract.openMemberSession, ({ body, origin }) =>
    service.signIn(context, body, origin),
  )
  mount(app, contract.closeMemberSession, async ({ request }) => {
    await service.signOut(context, bearer(request))
    return { message: 'You are signed out.' }
  })
  mount(app, memberBalance, ({ caller }) => service.balance(context, caller))
  mount(app, contract.demoOutbox, ({ query }) => service.outbox(context, query.to))
}
