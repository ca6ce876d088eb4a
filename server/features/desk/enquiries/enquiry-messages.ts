import { message, type Message } from '../../platform/messages/index.ts'

export type Occasion = 'answered' | 'resolved'

/** What a member is told of an enquiry: not what was written, an SMS is read by whoever holds the telephone. */
export const enquiryMessage = (occasion: Occasion, number: string): Message =>
  message(occasion === 'answered' ? 'enquiry_answered' : 'enquiry_resolved', { number })
