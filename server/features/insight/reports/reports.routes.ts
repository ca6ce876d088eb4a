import type { FastifyInstance } from 'fastify'
import * as jobContract from '../../../../contract/insight/report-jobs.ts'
import * as contract from '../../../../contract/insight/reports.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as held from './held-reports.service.ts'
import * as jobs from './report-jobs.service.ts'
import * as service from './reports.service.ts'
import { takePreparedReport } from './take-report.service.ts'
import { RunningDownloads } from './running-downloads.ts'

export function reportRoutes(app: FastifyInstance, context: Context): void {
  const running = new RunningDownloads()
  const previews = service.previewTurns()
  mount(app, contract.listReports, ({ caller }) => service.listReports(context, caller))
  mount(app, contract.previewReport, (input) => service.previewReport(context, previews, input))
  mount(app, contract.downloadReport, (input) => service.downloadReport(context, running, input))
  mount(app, jobContract.listPreparedReports, ({ caller }) =>
    jobs.listPreparedReports(context, caller),
  )
  mount(app, jobContract.prepareReport, (input) => jobs.prepareReport(context, input))
  mount(app, jobContract.takePreparedReport, ({ params, ...input }) =>
    takePreparedReport(context, { ...input, ...params }),
  )
  mount(app, jobContract.dropPreparedReport, ({ params, ...input }) =>
    jobs.dropPreparedReport(context, { ...input, ...params }),
  )
  mount(app, jobContract.listHeldReports, ({ caller }) => held.listHeldReports(context, caller))
  mount(app, jobContract.approveHeldReport, ({ caller, origin, params, body }) =>
    held.approveHeldReport(context, { caller, origin, ...params, ...body }),
  )
  mount(app, jobContract.rejectHeldReport, ({ caller, origin, params, body }) =>
    held.rejectHeldReport(context, { caller, origin, ...params, ...body }),
  )
}
