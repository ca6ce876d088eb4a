import { z } from 'zod'
import { defineEndpoint, having } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { paymentStory } from './payments.ts'

/** The member is asked once in so many hours at most. */
export const ASK_DETAILS_HOURS = 24
export const askForDetails = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/of/:redemptionId/ask-details',
  access: having('payment.reinitiate'),
  tag: 'Payments',
  summary: 'Ask the member by SMS for another account or address; at most once a day',
  params: z.object({
    redemptionId: z.string().regex(/^\d{1,19}$/, 'A redemption id is a number.'),
  }),
  body: z.object({ note: plainText('The note', 300).optional() }),
  response: paymentStory,
})
