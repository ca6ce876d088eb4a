import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { blockUser, unblockUser } from '../../../../contract/desk/users.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { DialogProps } from './user-dialog.ts'
import { keepUser } from './user-queries.ts'

/** Blocks a member, or lets them scan again. */
export function BlockDialog({ user, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const blocked = user.status === 'blocked'
  const { memberId, name } = user
  const confirm = async (reason: string): Promise<void> => {
    const endpoint = blocked ? unblockUser : blockUser
    keepUser(client, await call(endpoint, { params: { memberId }, body: { reason } }))
    notifyDone(`${name} is ${blocked ? 'unblocked' : 'blocked'}.`)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`${blocked ? 'Unblock' : 'Block'} ${name}`}
      what={
        blocked
          ? `${name} can scan and redeem again.`
          : `No scan of ${name} is credited and nothing can be redeemed until they are unblocked. They are signed out on every phone.`
      }
      submit={blocked ? 'Unblock' : 'Block'}
      danger={!blocked}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
