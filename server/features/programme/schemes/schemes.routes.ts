import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/programme/schemes.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import * as draft from './scheme-draft.service.ts'
import * as life from './scheme-life.service.ts'
import * as service from './schemes.service.ts'
import * as simulation from './simulation.service.ts'

export function schemeRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listSchemes, (reading, { query }) =>
    service.listSchemes(reading, query),
  )
  mount(app, contract.getScheme, ({ params }) => service.getScheme(context, params.schemeId))
  mount(app, contract.checkScheme, ({ body }) => service.checkScheme(context, body))
  mount(app, contract.draftScheme, ({ caller, body, origin }) =>
    draft.draftScheme(context, caller, body, origin),
  )
  mount(app, contract.editScheme, ({ caller, params, body, origin }) =>
    draft.editScheme(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.discardScheme, ({ caller, params, origin }) =>
    draft.discardScheme(context, caller, params.schemeId, origin),
  )
  mount(app, contract.duplicateScheme, ({ caller, params, origin }) =>
    draft.duplicateScheme(context, caller, params.schemeId, origin),
  )
  mount(app, contract.simulateScheme, ({ caller, params, origin }) =>
    simulation.simulateScheme(context, caller, params.schemeId, origin),
  )
  mount(app, contract.getSimulation, ({ params }) =>
    simulation.getSimulation(context, params.schemeId),
  )
  mount(app, contract.activateScheme, ({ caller, params, body, origin }) =>
    life.activateScheme(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.pauseScheme, ({ caller, params, body, origin }) =>
    life.pauseScheme(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.resumeScheme, ({ caller, params, body, origin }) =>
    life.resumeScheme(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.endScheme, ({ caller, params, body, origin }) =>
    life.endScheme(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.changeRunningScheme, ({ caller, params, body, origin }) =>
    life.changeScheme(context, caller, { ...params, ...body }, origin),
  )
}
