import type { z } from 'zod'
import type {
  EnquiryCategory,
  EnquiryDetail,
  openEnquiry as openEndpoint,
} from '../../../contract/enquiries.ts'
import type { Context } from '../../context.ts'
import type { Origin, StaffCaller } from '../../http/caller.ts'
import { getEnquiry } from './enquiries.service.ts'
import * as steps from './enquiry-steps.service.ts'
import { place } from './open.service.ts'

// Each step, answered with the enquiry as it then is.

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

export async function assignEnquiry(
  context: Context,
  by: steps.By,
  ownerId: number | null,
): Promise<EnquiryDetail> {
  await steps.assign(context, by, ownerId)
  return getEnquiry(context, by.caller, by.enquiryId)
}

export async function answerEnquiry(
  context: Context,
  by: steps.By,
  body: Parameters<typeof steps.answer>[2],
): Promise<EnquiryDetail> {
  await steps.answer(context, by, body)
  return getEnquiry(context, by.caller, by.enquiryId)
}

export async function noteEnquiry(
  context: Context,
  by: steps.By,
  body: Parameters<typeof steps.note>[2],
): Promise<EnquiryDetail> {
  await steps.note(context, by, body)
  return getEnquiry(context, by.caller, by.enquiryId)
}

export async function resolveEnquiry(
  context: Context,
  by: steps.By,
  reason: string,
): Promise<EnquiryDetail> {
  await steps.resolve(context, by, reason)
  return getEnquiry(context, by.caller, by.enquiryId)
}

export async function reopenEnquiry(
  context: Context,
  by: steps.By,
  reason: string,
): Promise<EnquiryDetail> {
  await steps.reopen(context, by, reason)
  return getEnquiry(context, by.caller, by.enquiryId)
}

export async function recategoriseEnquiry(
  context: Context,
  by: steps.By,
  category: EnquiryCategory,
): Promise<EnquiryDetail> {
  await steps.recategorise(context, by, category)
  return getEnquiry(context, by.caller, by.enquiryId)
}
