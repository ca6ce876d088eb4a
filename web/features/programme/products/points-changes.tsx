import { Button } from '@mantine/core'
import { IconCheck, IconClock, IconX, IconArrowBackUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import {
  approvePoints,
  rejectPoints,
  withdrawPoints,
  type PointsChange,
  type PointsChangeState,
  type ProductDetail,
} from '../../../../contract/programme/products.ts'
import { dayOf } from '../../../../contract/time.ts'
import { call } from '../../../lib/api.ts'
import { formatDay, formatMoment, formatNumber } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { staffIdOf, useRole, useSession } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { Tag, type StatusStyle } from '../../../ui/tag.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import classes from '../../people/masters/masters.module.css'
import { keepProduct } from './product-queries.ts'

const STYLES: Record<PointsChangeState, StatusStyle> = {
  proposed: { label: 'Waits for approval', tone: 'yellow', Picture: IconClock },
  approved: { label: 'Approved', tone: 'green', Picture: IconCheck },
  rejected: { label: 'Rejected', tone: 'red', Picture: IconX },
  withdrawn: { label: 'Withdrawn', tone: 'gray', Picture: IconArrowBackUp },
}

const ENDS = {
  reject: {
    label: 'Reject',
    endpoint: rejectPoints,
    what: 'The points stay as they are. Your reason stays in the record.',
    done: 'rejected',
  },
  withdraw: {
    label: 'Withdraw',
    endpoint: withdrawPoints,
    what: 'The change never comes into force. Your reason stays in the record.',
    done: 'withdrawn',
  },
} as const

type ChangeProps = {
  product: ProductDetail
  change: PointsChange
  onDialog: (opened: boolean) => void
}

/** What may be done with a change: its author withdraws it, somebody else decides on it. */
function Steps({ product, change, onDialog }: ChangeProps): ReactElement | null {
  const client = useQueryClient()
  const role = useRole()
  const session = useSession()
  const [today] = useState(() => dayOf(new Date()))
  const [ending, setEnding] = useState<keyof typeof ENDS | null>(null)
  const params = { productId: product.productId, changeId: change.changeId }
  const { busy, error, send } = useSending(async () => {
    keepProduct(client, await call(approvePoints, { params }))
    notifyDone(`The points of ${product.name} are approved.`)
  })
  const turn = (to: typeof ending): void => {
    setEnding(to)
    onDialog(to !== null)
  }
  const end = async (way: keyof typeof ENDS, reason: string): Promise<void> => {
    keepProduct(client, await call(ENDS[way].endpoint, { params, body: { reason } }))
    notifyDone(`The change of points is ${ENDS[way].done}.`)
    turn(null)
  }
  const waits = change.state === 'proposed'
  const mine = session !== null && staffIdOf(session) === change.proposedById
  const decides = waits && !mine && can(role, 'programme.approve')
  const planned = change.state === 'approved' && change.fromDay > today
  const withdraws = (waits || planned) && can(role, 'programme.edit')
  if (!decides && !withdraws) return null
  return (
    <>
      <div className={classes.buttons}>
        {decides && (
          <Button size="compact-sm" loading={busy} onClick={() => void send()}>
            Approve
          </Button>
        )}
        {decides && (
          <Button size="compact-sm" variant="default" onClick={() => turn('reject')}>
            Reject
          </Button>
        )}
        {withdraws && (
          <Button size="compact-sm" variant="default" onClick={() => turn('withdraw')}>
            Withdraw
          </Button>
        )}
      </div>
      {error !== null && <FailureAlert error={error} title="It was not approved" />}
      {(['reject', 'withdraw'] as const).map((way) => (
        <ConfirmDialog
          key={way}
          opened={ending === way}
          title={`${ENDS[way].label} ${formatNumber(change.points)} points from ${formatDay(change.fromDay)}`}
          what={ENDS[way].what}
          submit={ENDS[way].label}
          onConfirm={(reason) => end(way, reason)}
          onClose={() => turn(null)}
        />
      ))}
    </>
  )
}

function Change(props: ChangeProps): ReactElement {
  const { change } = props
  const { label, ...style } = STYLES[change.state]
  const { points, fromDay, reason, proposedBy, proposedAt, decidedBy, decidedAt } = change
  const decided =
    decidedBy !== null && decidedAt !== null && decidedBy !== proposedBy
      ? `; ${label.toLowerCase()} by ${decidedBy}, ${formatMoment(decidedAt)}`
      : ''
  return (
    <li className={classes.change}>
      <div>
        <b>{`${formatNumber(points)} from ${formatDay(fromDay)}`}</b>
        <Tag {...style}>{label}</Tag>
      </div>
      <p>{reason}</p>
      <small>{`${proposedBy}, ${formatMoment(proposedAt)}${decided}`}</small>
      <Steps {...props} />
    </li>
  )
}

/** The points of a product by day, with those that wait for approval. */
export function PointsChanges({
  product,
  onDialog,
}: {
  product: ProductDetail
  onDialog: (opened: boolean) => void
}): ReactElement {
  return (
    <>
      <p
        className={classes.plain}
      >{`Added with ${formatNumber(product.firstPoints)} points a coupon.`}</p>
      {product.changes.length > 0 && (
        <ul className={classes.changes} aria-label="Changes of points">
          {product.changes.map((change) => (
            <Change key={change.changeId} product={product} change={change} onDialog={onDialog} />
          ))}
        </ul>
      )}
    </>
  )
}
