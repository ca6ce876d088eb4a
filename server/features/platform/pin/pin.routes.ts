import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/platform/pin.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as service from './pin.service.ts'

export function pinRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.setPin, ({ caller, origin, body }) =>
    service.setPin(context, { caller, origin }, body.pin),
  )
  mount(app, contract.lockSession, async ({ caller }) => {
    await service.lockSession(context, caller)
    return { message: 'The phone is locked.' }
  })
  mount(app, contract.unlockSession, async ({ caller, body }) => {
    await service.unlockSession(context, caller, body.pin)
    return { message: 'The phone is unlocked.' }
  })
}
