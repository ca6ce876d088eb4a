import type { z } from 'zod'
import type {
  EnquiryDetail,
  openEnquiry as openEndpoint,
} from '../../../../contract/desk/enquiries.ts'
import type { Context } from '../../../context.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { getEnquiry } from './enquiries.service.ts'
import * as steps from './enquiry-steps.service.ts'
import { place } from './open.service.ts'

/** Writes down what a member asked by telephone or at the counter. */
export async function openEnquiry(
  context: Context,
  caller: StaffCaller,
  body: z.output<NonNullable<typeof openEndpoint.body>>,
  { requestId }: Origin,
): Promise<EnquiryDetail> {
  const asked = { ...body, by: caller, attachmentIds: [], requestId }
  return getEnquiry(context, caller, await place(context, asked))
}

/** A step, answered with the enquiry as it then is. */
function shown<Given>(step: (context: Context, by: steps.By, given: Given) => Promise<void>) {
  return async (context: Context, by: steps.By, given: Given): Promise<EnquiryDetail> => {
    await step(context, by, given)
    return getEnquiry(context, by.caller, by.enquiryId)
  }
}

export const assignEnquiry = shown(steps.assign)
export const answerEnquiry = shown(steps.answer)
export const noteEnquiry = shown(steps.note)
export const resolveEnquiry = shown(steps.resolve)
export const reopenEnquiry = shown(steps.reopen)
export const recategoriseEnquiry = shown(steps.recategorise)
