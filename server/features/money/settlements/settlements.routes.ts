import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/money/settlements.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as approval from './approval.service.ts'
import { askComputing } from './compute.service.ts'
import * as drill from './drill.service.ts'
import * as service from './settlements.service.ts'
import { settlementStatement } from './statement.service.ts'

export function settlementRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.listMonths, () => service.listMonths(context))
  mount(app, contract.getMonth, ({ params }) => service.getMonth(context, params.month))
  mount(app, contract.computeMonth, ({ caller, params, origin }) =>
    askComputing(context, caller, params.month, origin),
  )
  mount(app, contract.approveSettlements, ({ caller, params, body, origin }) =>
    approval.approveSettlements({ context, caller, origin }, { ...params, ...body }),
  )
  mount(app, contract.settleSettlement, ({ caller, params, body, origin }) =>
    approval.settleSettlement({ context, caller, origin }, params, body.reference),
  )
  mount(app, contract.askReopen, ({ caller, params, body, origin }) =>
    approval.askReopen({ context, caller, origin }, params, body.reason),
  )
  mount(app, contract.decideReopen, ({ caller, params, body, origin }) =>
    approval.decideReopen({ context, caller, origin }, params, body),
  )
  mount(app, contract.getSettlement, ({ params }) => service.getSettlement(context, params))
  mount(app, contract.listSettlementTransfers, ({ params, query }) =>
    drill.listTransfers(context, params, query),
  )
  mount(app, contract.listSettlementMembers, ({ params, query }) =>
    drill.listMembers(context, params, query),
  )
  mount(app, contract.settlementStatement, ({ params, query }) =>
    settlementStatement(context, params, query.format),
  )
}
