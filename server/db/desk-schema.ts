import type { Generated } from 'kysely'
import type { DisputeOutcome, DisputeState } from '../../contract/desk/disputes.ts'
import type { MediaKind } from '../../contract/platform/media.ts'
import type { DeliveryState, NotificationState } from '../../contract/desk/notifications.ts'
import type { Bytes, Id, Json } from './column-types.ts'

/** The desk: gallery, banners, offers, the stock of gifts, messages to members, disputes. */
export type DeskTables = {
  media: {
    media_id: Generated<number>
    kind: MediaKind
    title: string
    tags: Generated<string[]>
    width: number
    height: number
    bytes: Id | number
    duration_ms: number | null
    files: Json
    added_by: number
    added_at: Date
    replaced_at: Date | null
  }
  media_upload: {
    upload_id: string
    staff_id: number
    name: string
    type: string
    bytes: Id | number
    fingerprint: string
    pieces: Generated<number>
    begun_at: Date
    media_id: number | null
    finished_at: Date | null
  }
  offer: {
    version: Generated<number>
    offer_id: Generated<number>
    title_en: string
    title_hi: string
    text_en: string
    text_hi: string
    media_id: number
    audience: Json
    shown: boolean
    from_at: Date
    to_at: Date | null
    changed_by: number
    changed_at: Date
  }
  banner: {
    version: Generated<number>
    banner_id: Generated<number>
    position: number
    title: string
    words: string
    media_id: number
    target: Json
    offer_id: number | null
    audience: Json
    shown: boolean
    from_at: Date
    to_at: Date | null
    changed_by: number
    changed_at: Date
  }
  gift_stock_change: {
    change_id: Generated<Id>
    gift_id: number
    at: Date
    staff_id: number | null
    change: number
    stock_after: number
    reason: string
    key_digest: Bytes | null
    body_digest: Bytes | null
  }
  notification: {
    notification_id: Generated<number>
    state: NotificationState
    title_en: string
    title_hi: string
    body_en: string
    body_hi: string
    media_id: number | null
    target: Json
    offer_id: number | null
    audience: Json
    channels: string[]
    version: Generated<number>
    send_at: Date | null
    started_at: Date | null
    finished_at: Date | null
    reached_member: number | null
    all_reached_at: Date | null
    audience_count: number | null
    reached: Generated<number>
    webhook_troubles: Generated<number>
    webhook_after: Date | null
    created_by: number
    planned_by: number | null
    second_why: string | null
    approved_by: number | null
    approved_at: Date | null
    alone_members: number | null
    changed_at: Date
    key_digest: Bytes
    body_digest: Bytes
  }
  notification_event: {
    event_id: Generated<Id>
    notification_id: number
    at: Date
    staff_id: number | null
    step: string
    note: string | null
  }
  notification_delivery: {
    notification_id: number
    member_id: number
    inbox_at: Date
    read_at: Date | null
    webhook: DeliveryState | null
    webhook_at: Date | null
    trouble: string | null
  }
  notification_count: {
    notification_id: number
    share: number
    read: Generated<number>
    waiting: Generated<number>
    sending: Generated<number>
    sent: Generated<number>
    failed: Generated<number>
    unknown: Generated<number>
  }
  dispute: {
    enquiry_id: Id
    state: DisputeState
    code_key: string
    batch_id: number
    serial: number
    first_member_id: number
    first_scan_id: Id
    claimant_id: number
    claimant_scan_id: Id
    opened_at: Date
    outcome: DisputeOutcome | null
    reason: string | null
    proposed_by: number | null
    proposed_at: Date | null
    note: string | null
    decided_by: number | null
    decided_at: Date | null
    moved_scan_id: Id | null
  }
}
