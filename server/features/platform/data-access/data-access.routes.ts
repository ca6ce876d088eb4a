import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/platform/data-access.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import { listDataAccess } from './access-list.service.ts'
import { useToday } from './use-today.service.ts'

export function dataAccessRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listDataAccess, (reading, { query }) =>
    listDataAccess(reading, query),
  )
  mount(app, contract.dataUseToday, () => useToday(context))
}
