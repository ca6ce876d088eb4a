import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/desk/banners.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as service from './banners.service.ts'
import { memberBanners } from './member-banners.service.ts'

export function bannerRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.listBanners, () => service.listBanners(context, context.db))
  mount(app, contract.saveBanner, ({ caller, body, origin }) =>
    service.saveBanner(context, { caller, origin }, body),
  )
  mount(app, contract.orderBanners, ({ caller, body, origin }) =>
    service.orderBanners(context, { caller, origin }, body),
  )
  mount(app, contract.deleteBanner, ({ caller, params, origin }) =>
    service.deleteBanner(context, { caller, origin }, params.bannerId),
  )
  mount(app, contract.memberBanners, ({ caller }) => memberBanners(context, caller))
}
