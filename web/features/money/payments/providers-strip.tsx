import { Button, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { formatAmount, formatNumber, formatTime } from '../../../lib/format.ts'
import { Tag } from '../../../ui/tag.tsx'
import { providersOptions } from './payment-queries.ts'
import classes from './providers-strip.module.css'
import type { ProviderStatus } from './provider-status.ts'

function Card({
  name,
  aside,
  value,
  children,
}: {
  name: string
  aside?: ReactNode
  value: string
  children: ReactNode
}): ReactElement {
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <span>{name}</span>
        {aside}
      </div>
      <b className={classes.value}>{value}</b>
      <div className={classes.under}>{children}</div>
    </li>
  )
}

/** Of what waits for a provider, how much its balance covers. */
function Covered({ waiting, covered }: ProviderStatus): ReactElement {
  if (waiting.count === 0) return <span>Nothing waits for it.</span>
  const waits = `${formatAmount(waiting.count, 'payment')} ${waiting.count === 1 ? 'waits' : 'wait'}, ${formatPaise(waiting.paise)}`
  if (covered === null) return <span>{waits}</span>
  const all = covered.count >= waiting.count
  return (
    <>
      <span>{waits}</span>
      <Tag tone={all ? 'green' : 'yellow'} Picture={all ? IconCircleCheck : IconAlertTriangle}>
        {all
          ? 'Covers all of it'
          : `Covers ${formatNumber(covered.count)} of ${formatNumber(waiting.count)}`}
      </Tag>
    </>
  )
}

function Provider({ status, action }: { status: ProviderStatus; action: ReactNode }): ReactElement {
  const { name, balancePaise, asOf, problem, waiting } = status
  if (balancePaise === null && problem === null) {
    return (
      <Card name={name} aside={action} value={formatPaise(waiting.paise)}>
        <span>
          {waiting.count === 0
            ? 'Nothing waits for the next file.'
            : `${formatAmount(waiting.count, 'payment')} for the next file`}
        </span>
      </Card>
    )
  }
  return (
    <Card
      name={`${name} balance`}
      aside={asOf && <small>{`as of ${formatTime(asOf)}`}</small>}
      value={balancePaise === null ? 'Not known' : formatPaise(balancePaise)}
    >
      {problem && (
        <Tag tone="yellow" Picture={IconAlertTriangle}>
          {problem}
        </Tag>
      )}
      <Covered {...status} />
    </Card>
  )
}

/** The ways of payment: what each holds, what waits for it and how far it reaches. */
export function ProvidersStrip({ bankAction }: { bankAction: ReactNode }): ReactElement {
  const { data, error, isPending, refetch } = useQuery(providersOptions())
  if (isPending) return <Skeleton height={94} aria-label="Loading the balances" />
  if (!data) {
    return (
      <div className={classes.failed} role="alert">
        <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
        <span>{`The balances could not be shown. ${sentenceOf(error)}`}</span>
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  const { ready, providers, perSecond } = data
  return (
    <ul className={classes.strip} aria-label="Balances and what waits">
      <Card name="Ready to send" value={formatPaise(ready.paise)}>
        <span>
          {ready.count === 0
            ? 'Everything that was approved is sent.'
            : `${formatAmount(ready.count, 'redemption')} approved; up to ${formatNumber(perSecond)} go out a second`}
        </span>
      </Card>
      {providers.map((status) => (
        <Provider
          key={status.provider}
          status={status}
          action={status.provider === 'bank-file' ? bankAction : null}
        />
      ))}
    </ul>
  )
}
