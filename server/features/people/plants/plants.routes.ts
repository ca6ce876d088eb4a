import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/people/plants.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import * as service from './plants.service.ts'

export function plantMasterRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listPlants, (reading, { query }) =>
    service.listPlants(reading, query),
  )
  mount(app, contract.getPlant, ({ params }) => service.getPlant(context.db, params.plantId))
  mount(app, contract.createPlant, ({ caller, origin, body }) =>
    service.createPlant(context, { caller, origin }, body),
  )
  mount(app, contract.changePlant, ({ caller, origin, params, body: { version, ...plant } }) =>
    service.changePlant(context, { caller, origin }, { ...params, plant, version }),
  )
  mount(app, contract.deactivatePlant, ({ caller, origin, params, body }) =>
    service.setPlantStatus(
      context,
      { caller, origin },
      { ...params, ...body, status: 'deactivated' },
    ),
  )
  mount(app, contract.reactivatePlant, ({ caller, origin, params, body }) =>
    service.setPlantStatus(context, { caller, origin }, { ...params, ...body, status: 'active' }),
  )
  mount(app, contract.deletePlant, ({ caller, origin, params }) =>
    service.deletePlant(context, { caller, origin }, params.plantId),
  )
}
