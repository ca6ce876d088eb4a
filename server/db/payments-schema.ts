import type { Generated } from 'kysely'
import type {
  FailureCode,
  PaymentMode,
  PaymentState,
  Provider,
} from '../../contract/money/payment-states.ts'
import type { PAYMENT_ALERTS } from '../../contract/money/payment-alerts.ts'
import type { Bytes, Id } from './column-types.ts'

/** Payments, their tax, and parcels. Paise come as text: cast them where they are read. */
export type PaymentTables = {
  bank_file: {
    bank_file_id: Id
    number: string
    made_at: Date
    made_by: number
    payments: number
    total_paise: Id | number
    downloads: Generated<number>
  }
  payment: {
    payment_id: Id
    number: string
    redemption_id: Id
    attempt: number
    member_id: number
    provider: Provider
    kind: 'bank' | 'upi'
    mode: PaymentMode | null
    state: PaymentState
    idempotency_key: string
    gross_paise: Id | number
    tax_paise: Id | number | null
    net_paise: Id | number | null
    destination: string
    destination_digest: Bytes
    sealed: Bytes | null
    key_id: Generated<number | null>
    provider_id: string | null
    provider_state: string | null
    utr: string | null
    failure_code: FailureCode | null
    failure_told: string | null
    bank_file_id: Id | null
    initiated_by: number | null
    initiated_at: Date
    reason: string | null
    decided_by: number | null
    decided_at: Date | null
    since: Date
    sent_at: Date | null
    tried_at: Date | null
    tries: Generated<number>
    next_poll_at: Date | null
    polls: Generated<number>
    processed_at: Date | null
    reversed_at: Date | null
  }
  payment_event: {
    event_id: Generated<Id>
    payment_id: Id
    at: Date
    staff_id: number | null
    source: 'staff' | 'sender' | 'provider' | 'webhook' | 'bank file'
    action: string
    state: PaymentState
    note: string | null
  }
  payment_webhook: {
    provider: Provider
    event_id: string
    event: string
    received_at: Date
    provider_id: string | null
    provider_state: string | null
    outcome: 'applied' | 'known' | 'unknown payout' | 'disagrees' | 'other'
    payment_id: Id | null
  }
  payment_alert: {
    alert_id: Generated<Id>
    kind: (typeof PAYMENT_ALERTS)[number]
    at: Date
    payment_id: Id | null
    redemption_id: Id | null
    provider: Provider | null
    provider_id: string | null
    words: string
    resolved_at: Date | null
    resolved_by: number | null
    note: string | null
  }
  bank_answer: {
    answer_id: Id
    name: string
    digest: Bytes
    came_at: Date
    came_by: number
    applied_at: Date | null
    applied_by: number | null
  }
  bank_answer_row: {
    answer_id: Id
    line: number
    reference: string
    amount: string
    status: string
    utr: string
    reason: string
    day: string
    payment_id: Id | null
    applied: string | null
  }
  benefit: {
    benefit_id: Id
    member_id: number
    kind: 'money' | 'gift' | 'outside'
    redemption_id: Id | null
    payment_id: Id | null
    person: Bytes | null
    financial_year: number
    given_on: string
    section: string | null
    form: string | null
    payment_code: string | null
    threshold_paise: Id | number | null
    value_paise: Id | number
    before_paise: Id | number
    before_taxed_paise: Id | number
    base_paise: Id | number
    rate_bps: number
    grossed_up: boolean
    tax_paise: Id | number
    words: string
    recorded_at: Date
    undone_at: Date | null
    outside_file_id: Id | null
    outside_line: number | null
    added_by: number | null
  }
  outside_file: {
    file_id: Id
    name: string
    digest: Bytes
    came_at: Date
    came_by: number
    applied_at: Date | null
    applied_by: number | null
  }
  outside_file_row: {
    file_id: Id
    line: number
    given: string[]
    member_id: number | null
    day: string | null
    value_paise: Id | number | null
    tax_paise: Id | number | null
    what: string | null
    problem: string | null
    repeated: Generated<boolean>
  }
  parcel: {
    redemption_id: Id
    try: number
    state: 'dispatched' | 'delivered' | 'returned' | 'restocked'
    courier: string
    tracking_number: string
    dispatched_at: Date
    dispatched_by: number
    delivered_at: Date | null
    returned_at: Date | null
    return_reason: string | null
  }
}
