/**
 * The tables whose rows are sealed, and what of a row is: all that money, an approval or a rule hangs
 * on, and nothing that names a person or that a person wrote, so that an erasure breaks nothing.
 */
type Records = {
  /** Its primary key, or what stands for it in the ledger. */
  id: string
  /** Names of the columns that are sealed, beside the id. */
  columns: string
  /** Of those that are moments. */
  times: string
  /** When the row was written, in SQL. */
  at: string
  /** Rows that change are sealed again each time, and the newest seal counts. */
  changes: boolean
}

const DECIDED = 'coalesce(decided_at, proposed_at)'

const TABLES = {
  transfer: {
    id: 'id',
    columns: 'member_id ref kind debit credit points scheme_id reverses',
    times: 'occurred_at recorded_at',
    at: 'recorded_at',
    changes: false,
  },
  points_adjustment: {
    id: 'adjustment_id',
    columns: 'member_id points cause state requested_by decided_by',
    times: 'requested_at decided_at',
    at: 'coalesce(decided_at, requested_at)',
    changes: true,
  },
  points_file: {
    id: 'points_file_id',
    columns: 'cause state members given taken makers decided_by',
    times: 'proposed_at decided_at',
    at: DECIDED,
    changes: true,
  },
  redemption: {
    id: 'redemption_id',
    columns: `number member_id kind state points point_value_paise amount_paise benefit_paise gift_id
      quantity destination_digest approvals_needed requested_by`,
    times: 'requested_at approved_at',
    at: 'changed_at',
    changes: true,
  },
  redemption_event: {
    id: 'event_id',
    columns: 'redemption_id staff_id role action state',
    times: 'at',
    at: 'at',
    changes: false,
  },
  payment: {
    id: 'payment_id',
    columns: `number redemption_id attempt member_id provider kind state idempotency_key gross_paise
      tax_paise net_paise destination_digest provider_id utr bank_file_id initiated_by decided_by`,
    times: 'initiated_at decided_at sent_at processed_at reversed_at',
    at: 'since',
    changes: true,
  },
  payment_event: {
    id: 'event_id',
    columns: 'payment_id staff_id source action state',
    times: 'at',
    at: 'at',
    changes: false,
  },
  rule_change: {
    id: 'change_id',
    columns: 'rule value needs_two state proposed_by decided_by',
    times: 'from_at proposed_at decided_at holds_from',
    at: DECIDED,
    changes: true,
  },
  tax_rule_change: {
    id: 'change_id',
    columns: `from_day section payment_code form threshold_paise rate_bps rate_no_pan_bps state
      proposed_by decided_by`,
    times: 'proposed_at decided_at',
    at: DECIDED,
    changes: true,
  },
  print_again: {
    id: 'again_id',
    columns: 'batch_id what from_number to_number state proposed_by decided_by',
    times: 'proposed_at decided_at',
    at: DECIDED,
    changes: true,
  },
  print_taking: {
    id: 'taking_id',
    columns: 'batch_id what from_number to_number format taken_by alone_coupons again_id',
    times: 'taken_at',
    at: 'taken_at',
    changes: false,
  },
  scan_decision: {
    id: 'decision_id',
    columns: 'outcome needs_two state proposed_by decided_by',
    times: 'proposed_at decided_at',
    at: DECIDED,
    changes: true,
  },
} as const satisfies Record<string, Records>

export type RecordTable = keyof typeof TABLES
export const RECORD_TABLES: Readonly<Record<RecordTable, Records>> = TABLES
/** A link says how many of these it seals, so a new one goes to the end. */
export const TABLE_NAMES = Object.keys(TABLES) as RecordTable[]
/** How many the links sealed that do not say it. */
export const FIRST_TABLES = 9

const namesIn = (text: string): string[] => text.split(/\s+/)
const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`

/** A row's text, in SQL; of the ledger it is what ledgerText() gives. */
export function textOf(table: RecordTable): string {
  const { id, columns, times } = RECORD_TABLES[table]
  const parts = [id, ...namesIn(columns), ...namesIn(times).map(micros)]
  return table === 'transfer'
    ? `concat(${parts.join(", '|', ")}, ';')`
    : `json_build_array(${parts.join(', ')})::text`
}

/** Whether a change of this column is a change of what is sealed. */
export function isSealed(table: RecordTable, column: string): boolean {
  const { columns, times } = RECORD_TABLES[table]
  return namesIn(`${columns} ${times}`).includes(column)
}
