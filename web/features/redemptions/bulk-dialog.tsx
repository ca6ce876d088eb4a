import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { formatPaise } from '../../../contract/money.ts'
import { approveRedemptions, type RedemptionRow } from '../../../contract/redemptions.ts'
import { sentenceOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { formatAmount } from '../../lib/format.ts'
import { notifyDone } from '../../lib/notify.tsx'
import { LeftAlone } from '../../ui/left-alone.tsx'
import classes from './bulk-dialog.module.css'

export const totalOf = (rows: readonly RedemptionRow[]): number =>
  rows.reduce((sum, { amountPaise }) => sum + amountPaise, 0)

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
      title="Approve the chosen redemptions"
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
              {`${formatAmount(rows.length, 'redemption')} ${rows.length === 1 ? 'goes' : 'go'} on to the payments, in all `}
              <b>{formatPaise(totalPaise)}</b>
              {'. Each is looked at once more; one that is no longer green is left alone.'}
            </Text>
            {approve.isError && (
              <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
                {sentenceOf(approve.error)}
              </Alert>
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
