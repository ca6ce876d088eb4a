import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/desk/offers.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { changeStock } from './gift-stock.service.ts'
import * as service from './gifts.service.ts'

export function giftRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.listGiftItems, () => service.listGifts(context))
  mount(app, contract.getGiftItem, ({ params }) => service.getGift(context.db, params.giftId))
  mount(app, contract.saveGiftItem, ({ caller, body, origin }) =>
    service.saveGift(context, { caller, origin }, body),
  )
  mount(app, contract.changeGiftStock, ({ caller, params, body, origin }) =>
    changeStock(context, { caller, origin }, { ...params, ...body }),
  )
}
