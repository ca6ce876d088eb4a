import { Button } from '@mantine/core'
import { IconBan, IconLockOpen } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  blockCoupon,
  COUPON_MACHINE,
  unblockCoupon,
  type CouponStory,
} from '../../../../contract/programme/coupons.ts'
import { can } from '../../../../contract/permissions.ts'
import { call } from '../../../lib/api.ts'
import { formatNumber } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useRole } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { couponStory } from './coupon-queries.ts'
import classes from '../finder/finder.module.css'

type Action = 'block' | 'unblock'

const ACTIONS = {
  block: {
    label: 'Block this coupon',
    endpoint: blockCoupon,
    Picture: IconBan,
    after: 'Nobody can scan it until it is unblocked.',
    done: 'The coupon is blocked.',
  },
  unblock: {
    label: 'Unblock this coupon',
    endpoint: unblockCoupon,
    Picture: IconLockOpen,
    after: 'It is then deactivated until a worker of its plant activates it.',
    done: 'The coupon is unblocked.',
  },
} as const

/** What may be done with a coupon where it stands, by those who may. */
export function CouponActions({
  story,
  asked,
}: {
  story: CouponStory
  asked: string
}): ReactElement | null {
  const role = useRole()
  const client = useQueryClient()
  const [opened, setOpened] = useState<Action>()
  const possible = (Object.keys(ACTIONS) as Action[]).find((action) =>
    COUPON_MACHINE[action].from.includes(story.status),
  )
  // The dialog's words stay while it fades out.
  const [shown, setShown] = useState<Action>('block')
  if (!can(role, 'coupon.block') || (!possible && !opened)) return null
  const { label, endpoint, after, done } = ACTIONS[shown]
  const confirm = async (reason: string): Promise<void> => {
    const params = { couponKey: story.couponKey }
    const changed = await call(endpoint, { params, body: { reason } })
    client.setQueryData(couponStory(asked).queryKey, changed)
    setOpened(undefined)
    notifyDone(done)
  }
  return (
    <div className={classes.actions}>
      {possible && (
        <ActionButton
          action={possible}
          onClick={() => {
            setShown(possible)
            setOpened(possible)
          }}
        />
      )}
      <ConfirmDialog
        opened={opened !== undefined}
        title={label}
        what={`Batch ${story.batchId}, serial ${formatNumber(story.serial)}, worth ${formatNumber(story.points)} points. ${after}`}
        submit={shown === 'block' ? 'Block' : 'Unblock'}
        danger={shown === 'block'}
        onConfirm={confirm}
        onClose={() => setOpened(undefined)}
      />
    </div>
  )
}

function ActionButton({ action, onClick }: { action: Action; onClick: () => void }): ReactElement {
  const { label, Picture } = ACTIONS[action]
  return (
    <Button
      variant="default"
      leftSection={<Picture size={16} stroke={1.8} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
