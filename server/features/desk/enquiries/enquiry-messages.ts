import { message, type Message } from '../../platform/messages/index.ts'

export type Told = 'answered' | 'resolved'

/** What a member is told of an enquiry: not what was written, an SMS is read by whoever holds the telephone. */
export const enquiryMessage = (told: Told, number: string): Message =>
  message(told === 'answered' ? 'enquiry_answered' : 'enquiry_resolved', { number })
