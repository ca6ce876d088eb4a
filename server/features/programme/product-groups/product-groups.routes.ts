import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/programme/product-groups.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import * as service from './product-groups.service.ts'

export function productGroupRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listGroups, (reading, { query }) =>
    service.listGroups(reading, query),
  )
  mount(app, contract.getGroup, ({ params }) => service.getGroup(context.db, params.groupId))
  mount(app, contract.createGroup, ({ caller, origin, body }) =>
    service.createGroup(context, { caller, origin }, body),
  )
  mount(app, contract.changeGroup, ({ caller, origin, params, body }) =>
    service.renameGroup(context, { caller, origin }, { ...params, ...body }),
  )
  mount(app, contract.deactivateGroup, ({ caller, origin, params, body }) =>
    service.setGroupStatus(
      context,
      { caller, origin },
      { ...params, ...body, status: 'deactivated' },
    ),
  )
  mount(app, contract.reactivateGroup, ({ caller, origin, params, body }) =>
    service.setGroupStatus(context, { caller, origin }, { ...params, ...body, status: 'active' }),
  )
  mount(app, contract.deleteGroup, ({ caller, origin, params }) =>
    service.deleteGroup(context, { caller, origin }, params.groupId),
  )
}
