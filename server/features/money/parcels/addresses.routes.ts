import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/people/addresses.ts'
import type { Context } from '../../../context.ts'
import { mount } from '../../../http/mount.ts'
import * as service from './addresses.service.ts'
import { pincodePlace } from '../../people/addresses/index.ts'

export function addressRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.lookUpPincode, ({ params }) => pincodePlace(params.pincode))
  mount(app, contract.lookUpMyPincode, ({ params }) => pincodePlace(params.pincode))
  mount(app, contract.myLastAddress, ({ caller }) => service.myLastAddress(context, caller))
  mount(app, contract.correctMyAddress, ({ caller, params, body }) =>
    service.correctMyAddress(context, caller, params.redemptionId, body.address),
  )
  mount(app, contract.lastPlaceOf, ({ params }) => service.lastPlaceOf(context, params.memberId))
  mount(app, contract.setAddress, ({ caller, params, body, origin }) =>
    service.setAddress(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.revealAddress, ({ caller, params, body, origin }) =>
    service.revealAddress(context, caller, { ...params, ...body }, origin),
  )
  mount(app, contract.parcelAddress, ({ params }) =>
    service.parcelAddress(context, params.redemptionId),
  )
}
