import { Button, Group, Modal, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import { approveRedemptions, type RedemptionRow } from '../../../../contract/money/redemptions.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount, formatNumber } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { LeftAlone } from '../../../ui/left-alone.tsx'
import classes from './bulk-dialog.module.css'

export const totalOf = (rows: readonly RedemptionRow[]): number =>
  rows.reduce((sum, { amountPaise }) => sum + amountPaise, 0)

/** Where they go on to: money to the payments, gifts to the parcels. */
function onwardInWords(rows: readonly RedemptionRow[]): string {
  const gifts = rows.filter(({ kind }) => kind === 'gift').length
  const go = rows.length === 1 ? 'goes' : 'go'
  if (gifts === 0) return `${go} on to the payments`
  if (gifts === rows.length) return `${go} on to the parcels`
  return `go on to the payments (${formatNumber(rows.length - gifts)}) and the parcels (${formatNumber(gifts)})`
}

/** Approves the chosen ones: how many, how much, and afterwards what was left and why. */
export function BulkDialog({
  rows,
  opened,
  onDone,
  onClose,
}: {
  rows: readonly RedemptionRow[]
  opened: boolean
  onDone: () => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const totalPaise = totalOf(rows)
  const approve = useMutation({
    mutationFn: () =>
      call(approveRedemptions, {
        body: { redemptionIds: rows.map(({ redemptionId }) => redemptionId), totalPaise },
      }),
    onSuccess: ({ approved, left }) => {
      notifyDone(`${formatAmount(approved.length, 'redemption')} approved.`)
      if (left.length === 0) finish()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['redemptions'] }),
  })
  const finish = (): void => {
    approve.reset()
    onDone()
  }
  const left = approve.data?.left ?? []
  const close = left.length > 0 ? finish : onClose
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Approve the selected redemptions"
      size={480}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.body}>
        {left.length > 0 ? (
          <LeftAlone left={left} />
        ) : (
          <>
            <Text>
              {`${formatAmount(rows.length, 'redemption')} ${onwardInWords(rows)}, in all `}
              <b>{formatPaise(totalPaise)}</b>
              {'. Each is looked at once more; one that is no longer green is left alone.'}
            </Text>
            {approve.isError && (
              <FailureAlert error={approve.error} kept="What you chose is kept." />
            )}
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={approve.isPending}>
            {left.length > 0 ? 'Close' : 'Cancel'}
          </Button>
          {left.length === 0 && (
            <Button data-autofocus loading={approve.isPending} onClick={() => approve.mutate()}>
              {`Approve ${formatPaise(totalPaise)}`}
            </Button>
          )}
        </Group>
      </div>
    </Modal>
  )
}
