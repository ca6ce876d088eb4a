import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/platform/message-templates.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as changes from './template-changes.service.ts'
import { testTemplate } from './template-test.service.ts'
import * as templates from './templates.service.ts'

export function messageRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.listTemplates, () => templates.listTemplates(context))
  mount(app, contract.templateHistory, ({ params }) => templates.historyOf(context, params))
  mount(app, contract.proposeTemplate, ({ caller, params, body, origin }) =>
    changes.proposeTemplate(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.testTemplate, ({ caller, params, body, origin }) =>
    testTemplate(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.approveTemplate, ({ caller, params, body, origin }) =>
    changes.approveTemplate(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.rejectTemplate, ({ caller, params, body, origin }) =>
    changes.rejectTemplate(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.withdrawTemplate, ({ caller, params, origin }) =>
    changes.withdrawTemplate(context, caller, params.changeId, origin),
  )
}
