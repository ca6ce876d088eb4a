import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/platform/views.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { setListPreferences } from './preferences.service.ts'
import * as service from './views.service.ts'

export function viewRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.myViews, ({ caller }) => service.myViews(context, caller))
  mount(app, contract.setListPreferences, ({ caller, params, body }) =>
    setListPreferences(context, caller, { ...params, ...body }),
  )
  mount(app, contract.saveView, ({ caller, body, origin }) =>
    service.saveView(context, { caller, origin }, body),
  )
  mount(app, contract.changeView, ({ caller, params, body, origin }) =>
    service.changeView(context, { caller, origin }, params.viewId, body),
  )
  mount(app, contract.deleteView, ({ caller, params, origin }) =>
    service.deleteView(context, { caller, origin }, params.viewId),
  )
}
