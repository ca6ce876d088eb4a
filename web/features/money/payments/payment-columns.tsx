import { completeList, failedList, pendingList } from '../../../../contract/lists/payments.ts'
import { columnsFor } from '../../../ui/list/define.tsx'
import { stageInWords } from '../../../../contract/money/payment-words.ts'
import { formatPaise } from '../../../../contract/money.ts'
import type { PaymentRow } from '../../../../contract/money/payments.ts'
import { againInFull, againInWords } from '../../../../contract/desk/verdict-words.ts'
import { WAIT_HOURS } from '../../../../contract/waiting.ts'
import { Age } from '../../../ui/age.tsx'
import { CopyText } from '../../../ui/copy-text.tsx'
import { VerdictTag } from '../redemptions/redemption-words.tsx'
import { ClassTag, FindingTag, PaymentTag } from './payment-words.tsx'
import classes from './payments.module.css'

/** From here on money has waited too long. */
const LATE_HOURS = WAIT_HOURS.payment

const status = (width: number) => ({
  width,
  card: 'corner' as const,
  render: ({ state }: PaymentRow) => <PaymentTag state={state} />,
})
const age = {
  width: 128,
  render: (row: PaymentRow) => <Age since={row.since} lateHours={LATE_HOURS} />,
}
const gross = { width: 102, render: (row: PaymentRow) => <b>{formatPaise(row.grossPaise)}</b> }
const SAME = {
  number: 90,
  member: 122,
  tax: 94,
  destination: 132,
  redemption: 104,
  memberCode: 112,
  mode: 72,
  providerId: 190,
}

export const PENDING_COLUMNS = columnsFor(pendingList, {
  ...SAME,
  state: status(156),
  age,
  gross,
  net: 96,
  stage: {
    width: 204,
    render: (row) => (row.alerts > 0 ? <FindingTag alerts={row.alerts} /> : stageInWords(row)),
  },
  provider: 100,
})

export const COMPLETE_COLUMNS = columnsFor(completeList, {
  ...SAME,
  state: status(110),
  utr: { width: 190, render: ({ utr }) => utr && <CopyText text={utr} /> },
  net: {
    width: 108,
    render: ({ netPaise, grossPaise, state }) =>
      state === 'reversed' ? (
        <s className={classes.back}>{formatPaise(netPaise ?? grossPaise)}</s>
      ) : (
        <b>{formatPaise(netPaise ?? grossPaise)}</b>
      ),
  },
  provider: 94,
})

export const FAILED_COLUMNS = columnsFor(failedList, {
  ...SAME,
  state: status(110),
  class: { width: 130, render: ({ failure }) => failure && <ClassTag name={failure.class} /> },
  why: 182,
  gross,
  attempt: 56,
  age,
  again: {
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
  provider: 92,
})
