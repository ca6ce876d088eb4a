import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/platform/my-account.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as service from './my-account.service.ts'

export function myAccountRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.myAccount, ({ caller }) => service.myAccount(context, caller))
  mount(app, contract.setMyLanguage, ({ body, ...act }) =>
    service.setMyLanguage({ context, ...act }, body.language),
  )
  mount(app, contract.endMySession, ({ params, ...act }) =>
    service.endMySession({ context, ...act }, params.sessionId),
  )
}
