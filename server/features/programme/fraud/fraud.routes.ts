import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/programme/fraud.ts'
import * as held from '../../../../contract/programme/held-scans.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { flagOutcomes, listClusters } from './clusters.service.ts'
import * as decisions from './decisions.service.ts'
import { simulateRule } from './simulation.service.ts'

export function fraudRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.simulateFraudRule, ({ params: { rule }, query: { value } }) =>
    simulateRule(context, { rule, value }),
  )
  mount(app, held.listClusters, () => listClusters(context))
  mount(app, held.flagOutcomes, () => flagOutcomes(context))
  mount(app, held.listScanDecisions, () => decisions.listDecisions(context))
  mount(app, held.decideScans, ({ body, ...who }) => decisions.decide(context, body, who))
  mount(app, held.approveScanDecision, ({ params: { decisionId }, body: { note }, ...who }) =>
    decisions.approve(context, { decisionId, note }, who),
  )
  mount(app, held.rejectScanDecision, ({ params: { decisionId }, body: { note }, ...who }) =>
    decisions.reject(context, { decisionId, note }, who),
  )
}
