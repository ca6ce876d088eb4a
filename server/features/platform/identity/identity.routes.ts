import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/platform/programme.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as service from './identity.service.ts'

export function programmeRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.showProgramme, () => service.shownProgramme(context))
  mount(app, contract.showLogo, ({ params }) => service.logoFile(context, params.hash))
  mount(app, contract.getCompany, () => service.company(context.db))
  mount(app, contract.saveCompany, ({ body, ...act }) =>
    service.saveCompany({ context, ...act }, body),
  )
  mount(app, contract.saveLogo, ({ file, ...act }) => service.saveLogo({ context, ...act }, file))
  mount(app, contract.removeLogo, (act) => service.removeLogo({ context, ...act }))
}
