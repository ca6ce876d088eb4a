import { z } from 'zod'
import { defineEndpoint, having } from '../endpoint.ts'
import { enquiryOwner, enquiryParams } from './enquiries.ts'

export const ASSIGN_MAX = 200

/** Each is given for itself: of the chosen ones some may be left alone, as others act meanwhile. */
export const assignEnquiries = defineEndpoint({
  method: 'POST',
  path: '/api/admin/enquiries/assign',
  access: having('enquiry.answer'),
  tag: 'Enquiries',
  summary:
    'Give many to me, to somebody who may answer, or to nobody; what is settled is left alone',
  body: z.object({
    enquiryIds: z
      .array(enquiryParams.shape.enquiryId)
      .min(1, 'Choose at least one.')
      .max(ASSIGN_MAX, `At most ${ASSIGN_MAX} at once.`),
    ownerId: enquiryOwner,
  }),
  response: z.object({
    done: z.array(z.string()),
    /** Those left alone, each with the reason. */
    left: z.array(z.object({ enquiryId: z.string(), number: z.string(), reason: z.string() })),
  }),
})
