import { IconToggleLeft, IconToggleRight } from '@tabler/icons-react'
import { Text } from '@mantine/core'
import type { ReactElement } from 'react'
import type { WorkerDetail } from '../../../../contract/people/workers.ts'
import { formatAmount, formatMoment, formatNumber, formatRelative } from '../../../lib/format.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import classes from './workers.module.css'

type Act = WorkerDetail['acts'][number]

const serials = ({ fromSerial, toSerial }: Act): string =>
  fromSerial === toSerial
    ? `serial ${formatNumber(fromSerial)}`
    : `serials ${formatNumber(fromSerial)} to ${formatNumber(toSerial)}`

function OneAct({ act }: { act: Act }): ReactElement {
  const { at, action, batchId, productName, changed, reason } = act
  const Picture = action === 'activate' ? IconToggleRight : IconToggleLeft
  return (
    <li>
      <Picture size={18} stroke={1.7} aria-hidden />
      <div>
        <b>{`${action === 'activate' ? 'Activated' : 'Deactivated'} ${formatAmount(changed, 'coupon')}`}</b>
        <span>
          {`${productName}, `}
          <PageLink to="/dashboard/QrTokenHistories" search={{ open: String(batchId) }}>
            {`batch ${batchId}`}
          </PageLink>
          {`, ${serials(act)}`}
        </span>
        {reason && <span>{reason}</span>}
        <time dateTime={at} title={formatRelative(at)}>
          {formatMoment(at)}
        </time>
      </div>
    </li>
  )
}

/** What a worker did on the line, the last first. */
export function WorkActs({ acts }: Pick<WorkerDetail, 'acts'>): ReactElement {
  if (acts.length === 0) {
    return <Text c="dimmed">Nothing yet: no coupon was activated or deactivated.</Text>
  }
  return (
    <ol className={classes.acts} aria-label="The last acts on the line">
      {acts.map((act) => (
        <OneAct
          key={`${act.at} ${act.batchId} ${act.fromSerial} ${act.action} ${act.toSerial}`}
          act={act}
        />
      ))}
    </ol>
  )
}
