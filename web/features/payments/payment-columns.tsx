import { PAYMENT_KIND_NAMES, stageInWords } from '../../../contract/payment-words.ts'
import { formatPaise } from '../../../contract/money.ts'
import type { PaymentRow } from '../../../contract/payments.ts'
import { againInFull, againInWords } from '../../../contract/verdict-words.ts'
import { WAIT_HOURS } from '../../../contract/waiting.ts'
import { formatMobile } from '../../lib/format.ts'
import { Age } from '../../ui/age.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import type { Column } from '../../ui/list/types.ts'
import { Moment } from '../../ui/moment.tsx'
import { VerdictTag } from '../redemptions/redemption-words.tsx'
import { inRupees } from './payment-lists.tsx'
import { ClassTag, FindingTag, PaymentTag, providerName } from './payment-words.tsx'
import classes from './payments.module.css'

/** From here on money has waited too long. */
const LATE_HOURS = WAIT_HOURS.payment

type PaymentColumn = Column<PaymentRow>
const optional = (column: PaymentColumn): PaymentColumn => ({ ...column, optional: true })
const bySince = { descending: 'oldest', ascending: 'newest' }
const byTime = { descending: 'newest', ascending: 'oldest' }

const NUMBER: PaymentColumn = {
  key: 'number',
  header: 'Number',
  width: 90,
  render: (row) => row.number ?? row.redemptionNumber,
}
const status = (width: number): PaymentColumn => ({
  key: 'state',
  header: 'Status',
  width,
  card: 'corner',
  render: ({ state }) => <PaymentTag state={state} />,
})
const MEMBER: PaymentColumn = {
  key: 'member',
  header: 'Member',
  width: 122,
  render: (row) => row.memberName,
}
const GROSS: PaymentColumn = {
  key: 'gross',
  header: 'Amount',
  width: 102,
  align: 'right',
  sort: { descending: 'largest', ascending: 'largest' },
  render: (row) => <b>{formatPaise(row.grossPaise)}</b>,
}
const TAX: PaymentColumn = {
  key: 'tax',
  header: 'Tax',
  width: 94,
  align: 'right',
  render: (row) => inRupees(row.taxPaise),
}
const NET: PaymentColumn = {
  key: 'net',
  header: 'Pays out',
  width: 96,
  align: 'right',
  render: (row) => inRupees(row.netPaise),
}
const TO: PaymentColumn = {
  key: 'destination',
  header: 'To',
  width: 132,
  render: (row) => row.destination ?? PAYMENT_KIND_NAMES[row.kind],
}

const MORE: readonly PaymentColumn[] = [
  {
    key: 'redemption',
    header: 'Redemption',
    width: 104,
    optional: true,
    render: (row) => row.redemptionNumber,
  },
  {
    key: 'mobile',
    header: 'Mobile',
    width: 142,
    optional: true,
    render: (row) => formatMobile(row.mobile),
  },
  {
    key: 'memberCode',
    header: 'Member code',
    width: 112,
    optional: true,
    render: (row) => row.memberCode,
  },
  { key: 'mode', header: 'Mode', width: 72, optional: true, render: (row) => row.mode },
  {
    key: 'providerId',
    header: 'Provider’s id',
    width: 190,
    optional: true,
    render: (row) => row.providerId,
  },
]

export const PENDING_COLUMNS: PaymentColumn[] = [
  NUMBER,
  status(156),
  {
    key: 'age',
    header: 'Waits for',
    width: 128,
    sort: bySince,
    render: (row) => <Age since={row.since} lateHours={LATE_HOURS} />,
  },
  MEMBER,
  GROSS,
  TAX,
  NET,
  TO,
  {
    key: 'stage',
    header: 'Where it is',
    width: 204,
    render: (row) => (row.alerts > 0 ? <FindingTag alerts={row.alerts} /> : stageInWords(row)),
  },
  {
    key: 'provider',
    header: 'Sent by',
    width: 100,
    optional: true,
    render: (row) => providerName(row.provider),
  },
  ...MORE,
]

export const COMPLETE_COLUMNS: PaymentColumn[] = [
  NUMBER,
  status(110),
  {
    key: 'utr',
    header: 'UTR',
    width: 190,
    render: ({ utr }) => utr && <CopyText text={utr} />,
  },
  MEMBER,
  {
    key: 'net',
    header: 'Paid out',
    width: 108,
    align: 'right',
    sort: { descending: 'largest', ascending: 'largest' },
    render: ({ netPaise, grossPaise, state }) =>
      state === 'reversed' ? (
        <s className={classes.back}>{formatPaise(netPaise ?? grossPaise)}</s>
      ) : (
        <b>{formatPaise(netPaise ?? grossPaise)}</b>
      ),
  },
  TAX,
  optional(TO),
  {
    key: 'provider',
    header: 'Sent by',
    width: 94,
    render: (row) => providerName(row.provider),
  },
  {
    key: 'processedAt',
    header: 'Paid',
    width: 146,
    sort: byTime,
    render: ({ processedAt }) => processedAt && <Moment at={processedAt} />,
  },
  {
    key: 'reversedAt',
    header: 'Came back',
    width: 146,
    render: ({ reversedAt }) => reversedAt && <Moment at={reversedAt} />,
  },
  {
    key: 'gross',
    header: 'Before tax',
    width: 110,
    align: 'right',
    optional: true,
    render: (row) => formatPaise(row.grossPaise),
  },
  ...MORE,
]

export const FAILED_COLUMNS: PaymentColumn[] = [
  NUMBER,
  status(110),
  {
    key: 'class',
    header: 'What to do',
    width: 130,
    render: ({ failure }) => failure && <ClassTag name={failure.class} />,
  },
  {
    key: 'why',
    header: 'Why',
    width: 182,
    render: (row) => row.failure?.words ?? stageInWords(row),
  },
  MEMBER,
  GROSS,
  {
    key: 'attempt',
    header: 'Tries',
    width: 56,
    align: 'right',
    render: (row) => row.attempt,
  },
  {
    key: 'age',
    header: 'Waits for',
    width: 128,
    sort: bySince,
    render: (row) => <Age since={row.since} lateHours={LATE_HOURS} />,
  },
  {
    key: 'again',
    header: 'Can it go again?',
    width: 176,
    render: (row) =>
      row.alerts > 0 ? (
        <FindingTag alerts={row.alerts} />
      ) : row.verdict ? (
        <span title={againInFull(row) ?? undefined}>
          <VerdictTag verdict={row.verdict} words={againInWords(row)} />
        </span>
      ) : (
        row.whyNot
      ),
  },
  optional(TO),
  {
    key: 'since',
    header: 'Since',
    width: 150,
    optional: true,
    render: (row) => <Moment at={row.since} />,
  },
  {
    key: 'provider',
    header: 'Sent by',
    width: 92,
    optional: true,
    render: (row) => providerName(row.provider),
  },
  ...MORE,
]
