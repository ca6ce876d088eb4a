import type { FastifyInstance } from 'fastify'
import { exportList } from '../../../../contract/insight/list-exports.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { RunningDownloads } from '../reports/index.ts'
import { exportRows } from './list-exports.service.ts'

export function listExportRoutes(app: FastifyInstance, context: Context): void {
  const running = new RunningDownloads('exports')
  mount(app, exportList, ({ caller, origin, body }) =>
    exportRows(context, { lists: app.lists, running }, { caller, origin, body }),
  )
}
