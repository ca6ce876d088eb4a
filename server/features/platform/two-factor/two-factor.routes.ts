import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/platform/my-account.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as service from './two-factor.service.ts'

export function twoFactorRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.beginTwoFactor, (act) => service.beginTwoFactor({ context, ...act }))
  mount(app, contract.confirmTwoFactor, ({ body, ...act }) =>
    service.confirmTwoFactor({ context, ...act }, body.code),
  )
  mount(app, contract.endTwoFactor, ({ body, ...act }) =>
    service.endTwoFactor({ context, ...act }, body.code),
  )
  mount(app, contract.renewRecovery, ({ body, ...act }) =>
    service.renewRecovery({ context, ...act }, body.code),
  )
}
