import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/platform/passkeys.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as service from './passkeys.service.ts'

export function passkeyRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.beginPasskey, (act) => service.beginPasskey({ context, ...act }))
  mount(app, contract.addPasskey, ({ body, ...act }) =>
    service.addPasskey({ context, ...act }, body.passkey),
  )
  mount(app, contract.removePasskey, ({ params, ...act }) =>
    service.removePasskey({ context, ...act }, params.passkeyId),
  )
}
