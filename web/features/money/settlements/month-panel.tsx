import { Alert, Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconCalculator, IconLockOpen } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import { can } from '../../../../contract/permissions.ts'
import {
  computeMonth,
  SETTLEMENT_MACHINE,
  type MonthRow,
} from '../../../../contract/money/settlements.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount, formatMoment, formatNumber } from '../../../lib/format.ts'
import { monthName } from '../../../lib/month.ts'
import { useRole } from '../../../lib/session.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { Ages } from './ages.tsx'
import classes from './month-panel.module.css'
import { keepMonth, refreshSettlements } from './settlement-queries.ts'
import { closingOf, earnedOf, redeemedOf, rupees, signed } from './figures.ts'
import { StateTag } from './settlement-words.tsx'

/** Computes a month, the first time or again. */
function Compute({ row }: { row: MonthRow }): ReactElement | null {
  const client = useQueryClient()
  const role = useRole()
  const { month, over, state, computing } = row
  const { busy, error, send } = useSending(async () => {
    try {
      keepMonth(client, await call(computeMonth, { params: { month } }))
    } catch (failure) {
      void refreshSettlements(client)
      throw failure
    }
  })
  const open = SETTLEMENT_MACHINE.compute.from.includes(state)
  if (!can(role, 'settlement.compute') || !over || !open) return null
  return (
    <>
      <Button
        variant={state === 'open' ? 'filled' : 'default'}
        loading={busy || computing}
        leftSection={<IconCalculator size={16} stroke={1.8} aria-hidden />}
        onClick={() => void send()}
      >
        {state === 'open' ? 'Compute' : 'Compute again'}
      </Button>
      {error !== null && <FailureAlert error={error} title="It was not computed" />}
    </>
  )
}

function StatusLine({ row }: { row: MonthRow }): ReactElement {
  const { month, over, state, computedAt, computedBy } = row
  return (
    <div className={classes.status}>
      <h2>{monthName(month)}</h2>
      {over && <StateTag state={state} />}
      <span>
        {!over && 'It still runs. When it is over it can be computed.'}
        {computedAt &&
          `Computed ${formatMoment(computedAt)}${computedBy ? ` by ${computedBy}` : ''}`}
      </span>
    </div>
  )
}

function Sums({ row }: { row: MonthRow }): ReactElement | null {
  const { figures, pointValuePaise, distributors, approved, settled } = row
  if (!figures) return null
  const closing = closingOf(figures)
  const worth = pointValuePaise === null ? null : rupees(closing * pointValuePaise)
  const tiles = [
    {
      name: 'Outstanding at its end',
      value: `${signed(closing)} points`,
      under: worth && `${worth} at ${formatPaise(pointValuePaise ?? 0)} a point`,
    },
    {
      name: 'Earned, with bonuses',
      value: `${signed(earnedOf(figures))} points`,
      under: `less ${formatNumber(figures.reversed)} reversed`,
    },
    {
      name: 'Redeemed',
      value: `${signed(redeemedOf(figures))} points`,
      under: `less ${formatNumber(figures.returned)} returned`,
    },
    {
      name: 'Handling charges',
      value: rupees(figures.chargePaise),
      under: formatAmount(figures.charges, 'charge'),
    },
    {
      name: 'Distributors',
      value: formatNumber(distributors),
      under: `${formatNumber(approved)} approved, ${formatNumber(settled)} of them settled`,
    },
    { name: 'Members', value: formatNumber(figures.members), under: 'with points or movements' },
  ]
  return (
    <dl className={classes.sums}>
      {tiles.map(({ name, value, under }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            <small>{under}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What a month comes to, how old its liability is, and what is to be done about it. */
export function MonthPanel({
  row,
  onReopen,
}: {
  row: MonthRow
  onReopen: () => void
}): ReactElement {
  const { computing, failure, reopenAsked, figures, ages } = row
  return (
    <section className={classes.panel} aria-label={monthName(row.month)}>
      <div className={classes.head}>
        <StatusLine row={row} />
        <div className={classes.acts}>
          <Compute row={row} />
        </div>
      </div>
      <div role="status">
        {computing && (
          <Alert color="blue" icon={<Loader size={16} />}>
            {`${monthName(row.month)} is being computed from every transfer of it. It goes on when you leave; the figures come by themselves.`}
          </Alert>
        )}
      </div>
      {failure !== null && !computing && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={18} />}
          role="alert"
          title="The last computing was not clean"
        >
          {failure}
        </Alert>
      )}
      {reopenAsked > 0 && (
        <div className={classes.asked}>
          <IconLockOpen size={16} stroke={1.8} aria-hidden />
          {`${formatAmount(reopenAsked, 'settlement is', 'settlements are')} asked to be opened again.`}
          <Button size="compact-xs" variant="default" onClick={onReopen}>
            Show only these
          </Button>
        </div>
      )}
      {figures && (
        <div className={classes.figures}>
          <Sums row={row} />
          <Ages ages={ages} held={figures.held} />
        </div>
      )}
    </section>
  )
}
