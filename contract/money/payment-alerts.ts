import { z } from 'zod'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { listQuery, page } from '../paging.ts'
import { provider } from './payment-states.ts'
import { instant } from '../time.ts'

const tag = 'Payments'
const PENDING = '/dashboard/pending-payment'
const REINITIATE = '/dashboard/payment-reinitiate'

/** Something about money that only a person can settle. */
export const PAYMENT_ALERTS = [
  'unknown_payout',
  'amount_differs',
  'contradiction',
  'utr_twice',
] as const
export const paymentAlert = z.object({
  alertId: z.string(),
  kind: z.enum(PAYMENT_ALERTS),
  at: instant,
  words: z.string(),
  redemptionId: z.string().nullable(),
  paymentNumber: z.string().nullable(),
  provider: provider.nullable(),
  providerId: z.string().nullable(),
  resolvedAt: instant.nullable(),
  resolvedBy: z.string().nullable(),
  note: z.string().nullable(),
})
export type PaymentAlert = z.infer<typeof paymentAlert>

export const paymentAlerts = defineEndpoint({
  method: 'GET',
  path: '/api/admin/payments/alerts',
  access: seeing(PENDING, REINITIATE),
  tag,
  summary: 'Findings that wait for a person, newest first; with open=no all of them',
  query: listQuery({ open: z.enum(['yes', 'no'], 'Say open=yes or open=no.').default('yes') }, [
    'newest',
  ]),
  response: page(paymentAlert),
})

export const resolveAlert = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/alerts/:alertId/resolve',
  access: having('payment.settle'),
  tag,
  summary: 'Say what a finding came to; another attempt may follow then',
  params: z.object({ alertId: z.string().regex(/^\d{1,19}$/, 'An alert id is a number.') }),
  body: z.object({ note: plainText('What was found', 300, 3) }),
  response: paymentAlert,
})
