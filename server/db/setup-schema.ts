import type { Generated } from 'kysely'
import type { Language } from '../../contract/people/members.ts'
import type { Bytes } from './column-types.ts'

/** The beginning of a programme: its name, its company, its set-up link. Each but the last is one row. */
export type SetupTables = {
  programme: {
    one: Generated<boolean>
    name: string
    colour: string
    support_phone: string | null
    support_email: string | null
    languages: Language[]
    legal_name: string | null
    address: string | null
    gstin: string | null
    pan: string | null
    tan: string | null
    dlt_entity: string | null
    dlt_header: string | null
    version: Generated<number>
    changed_at: Date
  }
  programme_logo: { one: Generated<boolean>; hash: string; png: Bytes; changed_at: Date }
  setup_link: {
    one: Generated<boolean>
    token_hash: Bytes
    created_at: Date
    expires_at: Date
    browser_hash: Bytes | null
    staff_id: number | null
    prepared_at: Date | null
    used_at: Date | null
  }
  setup_trial: {
    what: 'sms' | 'email' | 'payouts'
    at: Date
    staff_id: number
    words: string
  }
}
