import type { Generated } from 'kysely'
import type { EnquiryMessage } from '../../contract/desk/enquiries.ts'
import type { EnquiryCategory, EnquiryState } from '../../contract/desk/enquiry-states.ts'
import type { Bytes, Id, Json } from './column-types.ts'

/** The helpdesk: enquiries, their threads, attachments, and answers that are given often. */
export type EnquiryTables = {
  enquiry: {
    enquiry_id: Id
    number: string
    member_id: number
    category: EnquiryCategory
    subject: string
    state: EnquiryState
    owner_id: number | null
    opened_at: Date
    opened_by: number | null
    last_message_at: Date
    member_wrote_last: boolean
    answer_by: Date
    answered_at: Date | null
    resolve_by: Date
    waiting_since: Date | null
    resolved_at: Date | null
    closed_at: Date | null
    due_at: Date | null
    scan_id: Id | null
    redemption_id: Id | null
    key_digest: Bytes
    body_digest: Bytes
  }
  enquiry_message: {
    message_id: Generated<Id>
    enquiry_id: Id
    at: Date
    kind: EnquiryMessage['kind']
    staff_id: number | null
    body: string
    key_digest: Bytes | null
    body_digest: Bytes | null
  }
  enquiry_attachment: {
    attachment_id: string
    member_id: number
    message_id: Id | null
    pages: number
    sizes: Json
    bytes: number
    sealed_key: Bytes
    uploaded_at: Date
    key_id: Generated<number>
  }
  canned_answer: {
    version: Generated<number>
    canned_id: Generated<number>
    title: string
    category: EnquiryCategory | null
    en: string
    hi: string
    changed_by: number
    changed_at: Date
  }
}
