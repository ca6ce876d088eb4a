import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/people/members.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as service from './registration.service.ts'

export function registrationRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.requestRegistrationOtp, ({ body, origin }) =>
    service.requestRegistrationOtp(context, body.mobile, origin),
  )
  mount(app, contract.registerMember, ({ body, origin }) => service.register(context, body, origin))
}
