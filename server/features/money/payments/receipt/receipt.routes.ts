import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../../contract/money/payments.ts'
import type { Context } from '../../../../context.ts'
import { mount } from '../../../../http/mount.ts'
import { paymentReceipt } from './receipt.service.ts'

export function receiptRoutes(app: FastifyInstance, context: Context): void {
  mount(app, contract.paymentReceipt, ({ params }) => paymentReceipt(context, params.paymentId))
}
