import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/desk/offers.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import { memberOffers } from './member-offers.service.ts'
import * as service from './offers.service.ts'

export function offerRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listOffers, (reading, { query }) =>
    service.listOffers(reading, query),
  )
  mount(app, contract.getOffer, ({ params }) =>
    service.getOffer(context, context.db, params.offerId),
  )
  mount(app, contract.saveOffer, ({ caller, body, origin }) =>
    service.saveOffer(context, { caller, origin }, body),
  )
  mount(app, contract.deleteOffer, ({ caller, params, origin }) =>
    service.deleteOffer(context, { caller, origin }, params.offerId),
  )
  mount(app, contract.memberOffers, ({ caller }) => memberOffers(context, caller))
}
