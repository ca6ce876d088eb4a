import { sql } from 'kysely'
import type { PaymentState } from '../../../../contract/money/payment-states.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { TestDatabase } from '../../../test/harness.ts'

/** What was tried for the redemptions of `redeemInEveryState`, by the state each is in. */
const ATTEMPTS: [string, PaymentState[]][] = [
  ['payment_pending', ['failed', 'processing']],
  ['paid', ['reversed', 'processed']],
  ['failed', ['reversed', 'declined']],
  ['reversed', ['reversed']],
]
const SENT = new Set<PaymentState>(['processing', 'processed', 'reversed'])

/** The payments that those redemptions must have; that of the paid one went by bank file. */
export async function payInEveryState({ db }: TestDatabase): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`insert into data_key (key_id, purpose, created_at) values (1, 'seal', now())`.execute(
      tx,
    )
    await sql`insert into data_key_secret (key_id, wrapped) values (1, 'x')`.execute(tx)
    await sql`insert into bank_file values (1, 'BF1', now(), 77, 1, 450)`.execute(tx)
    let paymentId = 0
    for (const [redemption, states] of ATTEMPTS) {
      for (const [index, state] of states.entries()) {
        await pay(tx, { paymentId: ++paymentId, redemption, attempt: index + 1, state })
      }
    }
  })
}

type Attempt = { paymentId: number; redemption: string; attempt: number; state: PaymentState }

async function pay(tx: Tx, { paymentId, redemption, attempt, state }: Attempt): Promise<void> {
  const sent = SENT.has(state)
  const byFile = state === 'processed'
  const is = (...states: PaymentState[]) => states.includes(state)
  const sealed = is('processing') ? Buffer.from('0200000001', 'hex') : null
  await sql`insert into payment (payment_id, number, redemption_id, attempt, member_id, provider,
      kind, state, idempotency_key, gross_paise, tax_paise, net_paise, destination,
      destination_digest, sealed, utr, failure_code, bank_file_id, initiated_by, initiated_at,
      decided_by, decided_at, since, sent_at, processed_at, reversed_at)
    select ${paymentId}, ${`PY${paymentId}`}, redemption_id, ${attempt}::int, member_id,
      ${byFile ? 'bank-file' : 'razorpayx'}, kind, ${state}, ${`key-${paymentId}`}, 500,
      ${sent ? 50 : null}::int, ${sent ? 450 : null}::int, 'x', ${Buffer.of(1)},
      ${sealed}::bytea, ${is('processed', 'reversed') ? `UTR${paymentId}` : null},
      ${is('failed') ? 'other' : null}, ${byFile ? 1 : null}::bigint, 77, now(),
      ${is('declined') ? 2 : null}::int, ${is('declined') ? sql`now()` : null}::timestamptz, now(),
      ${sent ? sql`now()` : null}::timestamptz,
      ${is('processed', 'reversed') ? sql`now()` : null}::timestamptz,
      ${is('reversed') ? sql`now()` : null}::timestamptz
    from redemption where number = ${`RD-${redemption}`}`.execute(tx)
  await sql`insert into payment_event (payment_id, at, source, action, state)
    values (${paymentId}, now(), 'sender', 'x', ${state})`.execute(tx)
  if (!sent) return
  await sql`insert into benefit (benefit_id, member_id, kind, redemption_id, payment_id,
      financial_year, given_on, value_paise, base_paise, rate_bps, tax_paise, words, recorded_at,
      undone_at)
    select ${paymentId}, member_id, 'money', redemption_id, ${paymentId}, 2026, '2026-11-20', 500,
      500, 1000, 50, 'x', now(), ${is('reversed') ? sql`now()` : null}::timestamptz
    from redemption where number = ${`RD-${redemption}`}`.execute(tx)
}

const STANDS = 'A redemption of money stands as its payments do'
const BENEFIT = 'Money that left counts with its tax as a benefit, and no other does'
const WORTH = 'A payment is what its redemption is worth, less the tax'
const SEALED = 'The request of a payment is kept, sealed, while it is on its way and no longer'
const FILE = 'A bank file is the sum of its payments'
const EVENT = 'A payment stands where its last event left it'
const WITHOUT_TRIGGER = 'alter table payment_event disable trigger all;'
const WITHOUT_INDEX = 'drop index payment_one_open, payment_utr;'
const DECIDES = 'Nobody decides about a payment that they proposed'

/** What breaks each invariant of payments, with its name. */
export const PAYMENT_BREAKS: [string, string][] = [
  [
    'No more rupees are paid for a redemption than its points are worth',
    "update payment set state = 'processed', reversed_at = null where number = 'PY3'",
  ],
  [WORTH, "update payment set net_paise = net_paise - 1 where number = 'PY4'"],
  [WORTH, "update payment set gross_paise = 499, net_paise = 449 where number = 'PY4'"],
  [WORTH, "update payment set tax_paise = null, net_paise = null where number = 'PY2'"],
  [WORTH, "update payment set member_id = 1 where number = 'PY2'"],
  [WORTH, "update payment set kind = 'upi' where number = 'PY2'"],
  [
    'At most one payment of a redemption is open',
    `${WITHOUT_INDEX} update payment set state = 'queued', failure_code = null where number = 'PY1'`,
  ],
  ['No UTR stands twice', `${WITHOUT_INDEX} update payment set utr = 'UTR3' where number = 'PY4'`],
  [STANDS, "update payment set state = 'failed', failure_code = 'other' where number = 'PY2'"],
  [STANDS, "update payment set state = 'unknown' where number = 'PY4'"],
  [STANDS, "update payment set state = 'processed' where number = 'PY3'"],
  [STANDS, "update payment set state = 'reversed' where number = 'PY6'"],
  [STANDS, "update payment set state = 'failed', failure_code = 'other' where number = 'PY7'"],
  [STANDS, "update redemption set state = 'approved' where state = 'failed'"],
  [STANDS, "update redemption set state = 'cancelled' where state = 'payment_pending'"],
  [STANDS, `update redemption set state = 'paid' where number = 'RD-approved'`],
  [
    'The attempts at a redemption follow each other without a gap',
    "update payment set attempt = 3 where number = 'PY4'",
  ],
  [BENEFIT, 'update benefit set undone_at = now() where payment_id = 4'],
  [BENEFIT, 'update benefit set undone_at = null where payment_id = 3'],
  [BENEFIT, 'update benefit set tax_paise = 40 where payment_id = 2'],
  [BENEFIT, 'update benefit set value_paise = 400 where payment_id = 2'],
  [BENEFIT, 'update benefit set member_id = 1 where payment_id = 2'],
  [SEALED, "update payment set sealed = null where number = 'PY2'"],
  [SEALED, "update payment set sealed = '\\x0200000001' where number = 'PY4'"],
  [EVENT, "update payment set state = 'unknown' where number = 'PY2'"],
  [EVENT, `${WITHOUT_TRIGGER} delete from payment_event where payment_id = 4`],
  [DECIDES, "update payment set decided_by = initiated_by where number = 'PY6'"],
  [DECIDES, "update payment set decided_by = null where number = 'PY6'"],
  [FILE, 'update bank_file set total_paise = total_paise + 1'],
  [FILE, 'update bank_file set payments = 2'],
  [FILE, 'update payment set bank_file_id = null where bank_file_id is not null'],
]
