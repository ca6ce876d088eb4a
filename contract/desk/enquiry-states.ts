import { z } from 'zod'

export const ENQUIRY_STATES = ['open', 'in_progress', 'waiting', 'resolved', 'closed'] as const
export const enquiryState = z.enum(ENQUIRY_STATES, { error: 'There is no such state.' })
export type EnquiryState = z.infer<typeof enquiryState>
export const ENQUIRY_NAMES: Record<EnquiryState, string> = {
  open: 'Open',
  in_progress: 'In progress',
  waiting: 'Waiting',
  resolved: 'Resolved',
  closed: 'Closed',
}

/** What somebody does with an enquiry, as far as it moves it. */
export type EnquiryStep = 'take' | 'answer' | 'member-writes' | 'resolve' | 'reopen' | 'close'
/**
 * `waiting` is for the member. A member who writes to a resolved one opens it again; what they
 * write to one that is open or in progress moves nothing; a closed one stays closed, and they begin
 * another. `close` is done by the clock, a week after `resolve`.
 */
export const ENQUIRY_MACHINE: Record<
  EnquiryStep,
  { from: readonly EnquiryState[]; to: EnquiryState }
> = {
  take: { from: ['open'], to: 'in_progress' },
  answer: { from: ['open', 'in_progress', 'waiting'], to: 'waiting' },
  'member-writes': { from: ['waiting', 'resolved'], to: 'in_progress' },
  resolve: { from: ['open', 'in_progress', 'waiting'], to: 'resolved' },
  reopen: { from: ['resolved'], to: 'in_progress' },
  close: { from: ['resolved'], to: 'closed' },
}

/** What it is about, with the hours in which it is answered first and settled. */
export const ENQUIRY_CATEGORIES = {
  coupon: { label: 'Coupon or scan', answerHours: 8, resolveHours: 48 },
  dispute: { label: 'Coupon dispute', answerHours: 8, resolveHours: 72 },
  points: { label: 'Points', answerHours: 8, resolveHours: 48 },
  redemption: { label: 'Redemption', answerHours: 8, resolveHours: 48 },
  payment: { label: 'Payment', answerHours: 4, resolveHours: 24 },
  gift: { label: 'Gift', answerHours: 8, resolveHours: 72 },
  kyc: { label: 'KYC', answerHours: 8, resolveHours: 48 },
  scheme: { label: 'Scheme or offer', answerHours: 24, resolveHours: 72 },
  other: { label: 'Something else', answerHours: 24, resolveHours: 96 },
} as const
export type EnquiryCategory = keyof typeof ENQUIRY_CATEGORIES
export const ENQUIRY_CATEGORY_NAMES = Object.fromEntries(
  Object.entries(ENQUIRY_CATEGORIES).map(([category, { label }]) => [category, label]),
) as Record<EnquiryCategory, string>
export const enquiryCategory = z.enum(
  Object.keys(ENQUIRY_CATEGORIES) as [EnquiryCategory, ...EnquiryCategory[]],
  { error: 'Choose what it is about.' },
)
