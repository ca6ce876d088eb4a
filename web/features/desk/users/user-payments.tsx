import { Button, Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import { completePayments } from '../../../../contract/money/payments.ts'
import type { RedemptionState } from '../../../../contract/money/redemption-states.ts'
import { listRedemptions } from '../../../../contract/money/redemptions.ts'
import type { UserDetail } from '../../../../contract/desk/users.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { useKept } from '../../../ui/use-kept.ts'
import { storyOptions } from '../../money/payments/payment-queries.ts'
import { PaymentStoryView } from '../../money/payments/payment-story.tsx'
import { RedemptionTag } from '../../money/redemptions/redemption-words.tsx'
import { MemberRows, ROWS_SHOWN } from './member-rows.tsx'
import classes from './user-drawer.module.css'

/** States in which money is due, on its way, paid or stuck. */
const WITH_MONEY: RedemptionState[] = ['approved', 'payment_pending', 'paid', 'failed', 'reversed']

/** The whole story of one payment, over the member's drawer. */
function StoryDialog({ id, onClose }: { id: string | null; onClose: () => void }): ReactElement {
  const kept = useKept(id, id !== null)
  const { data, error, refetch } = useQuery(storyOptions(kept ?? undefined))
  return (
    <Modal
      opened={id !== null}
      onClose={onClose}
      title={data ? `Payment of ${data.redemptionNumber}` : 'Payment'}
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.story}>
        {data ? (
          <PaymentStoryView story={data} />
        ) : error ? (
          <>
            <FailureAlert error={error} />
            <Button variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          </>
        ) : (
          <Skeleton height={280} aria-label="Loading" />
        )}
      </div>
    </Modal>
  )
}

/** The member's money: what was paid with the bank's number of it, what is due and what is stuck. */
export function UserPayments({
  user: { memberId },
  onDialog,
}: {
  user: UserDetail
  onDialog: (opened: boolean) => void
}): ReactElement {
  const [open, setOpen] = useState<string | null>(null)
  const query = useQuery({
    queryKey: ['member', memberId, 'payments'],
    queryFn: ({ signal }) =>
      call(listRedemptions, {
        query: {
          member: memberId,
          kind: ['bank', 'upi'],
          status: WITH_MONEY,
          sort: 'newest',
          limit: ROWS_SHOWN,
        },
        signal,
      }),
  })
  const { data: paid } = useQuery({
    queryKey: ['member', memberId, 'paid'],
    queryFn: ({ signal }) => call(completePayments, { query: { member: memberId }, signal }),
  })
  const show = (id: string | null): void => {
    setOpen(id)
    onDialog(id !== null)
  }
  return (
    <>
      <MemberRows
        query={query}
        none="No money was due to this member yet."
        rowId={({ redemptionId }) => redemptionId}
      >
        {({ redemptionId, number, state, amountPaise, destination, requestedAt }) => {
          const payment = paid?.items.find((row) => row.redemptionId === redemptionId)
          const at = payment?.processedAt ?? requestedAt
          return {
            left: <RedemptionTag state={state} />,
            right: formatPaise(payment?.netPaise ?? amountPaise),
            under: (
              <>
                {payment?.utr && (
                  <span className={classes.utr}>
                    {'UTR '}
                    <CopyText text={payment.utr} />
                  </span>
                )}
                <span className={classes.payment}>
                  {[
                    destination,
                    payment?.taxPaise ? `tax ${formatPaise(payment.taxPaise)}` : null,
                    formatMoment(at),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    aria-label={`The story of ${number}`}
                    onClick={() => show(redemptionId)}
                  >
                    {number}
                  </Button>
                </span>
              </>
            ),
          }
        }}
      </MemberRows>
      <StoryDialog id={open} onClose={() => show(null)} />
    </>
  )
}
