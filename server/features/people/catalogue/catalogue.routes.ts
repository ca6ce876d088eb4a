import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/people/catalogue.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as service from './catalogue.service.ts'

export function catalogueRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.catalogue, () => service.catalogue(context))
}
