import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/programme/products.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import { mountList } from '../../../http/mount-list.ts'
import * as points from './points-changes.service.ts'
import * as service from './products.service.ts'

export function productRoutes(app: FastifyInstance, context: Context): void {
  mountList(app, context, contract.listProducts, (reading, { query }) =>
    service.listProducts(reading, query),
  )
  mount(app, contract.getProduct, ({ params }) =>
    service.getProduct(context, context.db, params.productId),
  )
  mount(app, contract.createProduct, ({ caller, origin, body }) =>
    service.createProduct(context, { caller, origin }, body),
  )
  mount(app, contract.changeProduct, ({ caller, origin, params, body: { version, ...product } }) =>
    service.changeProduct(context, { caller, origin }, { ...params, product, version }),
  )
  mount(app, contract.deactivateProduct, ({ caller, origin, params, body }) =>
    service.setProductStatus(
      context,
      { caller, origin },
      { ...params, ...body, status: 'deactivated' },
    ),
  )
  mount(app, contract.reactivateProduct, ({ caller, origin, params, body }) =>
    service.setProductStatus(context, { caller, origin }, { ...params, ...body, status: 'active' }),
  )
  mount(app, contract.deleteProduct, ({ caller, origin, params }) =>
    service.deleteProduct(context, { caller, origin }, params.productId),
  )
  mount(app, contract.proposePoints, ({ caller, origin, params, body }) =>
    points.proposePoints(context, { caller, origin }, { ...params, ...body }),
  )
  mount(app, contract.approvePoints, ({ caller, origin, params }) =>
    points.approvePoints(context, { caller, origin }, params),
  )
  mount(app, contract.rejectPoints, ({ caller, origin, params, body }) =>
    points.rejectPoints(context, { caller, origin }, { ...params, ...body }),
  )
  mount(app, contract.withdrawPoints, ({ caller, origin, params, body }) =>
    points.withdrawPoints(context, { caller, origin }, { ...params, ...body }),
  )
}
