import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/people/territories.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import * as service from './territories.service.ts'

export function territoryRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listTerritories, (reading, { query }) =>
    service.listTerritories(reading, query),
  )
  mount(app, contract.getTerritory, ({ params }) =>
    service.getTerritory(context.db, params.territoryId),
  )
  mount(app, contract.createTerritory, ({ caller, origin, body }) =>
    service.createTerritory(context, { caller, origin }, body),
  )
  mount(app, contract.changeTerritory, ({ caller, origin, params, body: { version, ...fields } }) =>
    service.changeTerritory(context, { caller, origin }, { ...params, fields, version }),
  )
  mount(app, contract.deactivateTerritory, ({ caller, origin, params, body }) =>
    service.setTerritoryStatus(
      context,
      { caller, origin },
      { ...params, ...body, status: 'deactivated' },
    ),
  )
  mount(app, contract.reactivateTerritory, ({ caller, origin, params, body }) =>
    service.setTerritoryStatus(
      context,
      { caller, origin },
      { ...params, ...body, status: 'active' },
    ),
  )
  mount(app, contract.deleteTerritory, ({ caller, origin, params }) =>
    service.deleteTerritory(context, { caller, origin }, params.territoryId),
  )
}
