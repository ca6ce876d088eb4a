import { Button } from '@mantine/core'
import { lazy, Suspense, useState, type ReactElement } from 'react'
import { can, type Permission } from '../../../../contract/permissions.ts'
import type { UserDetail } from '../../../../contract/desk/users.ts'
import { useRole } from '../../../lib/session.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { BelongingDialog } from './belonging-dialog.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { MobileDialog } from './mobile-dialog.tsx'
import classes from './user-actions.module.css'
import type { DialogProps } from './user-dialog.ts'

// Large forms: the list of members does not wait for them.
const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog }))
const RedeemDialog = lazy(async () => ({
  default: (await import('./redeem-dialog.tsx')).RedeemDialog,
}))
const TierDialog = lazy(async () => ({ default: (await import('./tier-dialog.tsx')).TierDialog }))

type Act = {
  key: string
  permission: Permission
  labelOf: (user: UserDetail) => string
  isOpen: (user: UserDetail) => boolean
  Dialog: (props: DialogProps) => ReactElement
}

const isActive = ({ status }: UserDetail): boolean => status === 'active'
const isKept = ({ status }: UserDetail): boolean => status !== 'erased'

const ACTS: readonly Act[] = [
  {
    key: 'redeem',
    permission: 'redemption.request',
    labelOf: () => 'Redeem for member',
    isOpen: (user) => isActive(user) && user.available > 0,
    Dialog: (props) => <RedeemDialog {...props} />,
  },
  {
    key: 'adjust',
    permission: 'points.adjust',
    labelOf: () => 'Adjust points',
    isOpen: isKept,
    Dialog: AdjustDialog,
  },
  {
    key: 'edit',
    permission: 'member.edit',
    labelOf: () => 'Edit',
    isOpen: isKept,
    Dialog: (props) => <EditDialog key={props.opened ? 'open' : 'closed'} {...props} />,
  },
  {
    key: 'belonging',
    permission: 'member.edit',
    labelOf: () => 'Change belonging',
    isOpen: isKept,
    Dialog: BelongingDialog,
  },
  {
    key: 'tier',
    permission: 'charges.edit',
    labelOf: () => 'Change tier',
    isOpen: (user) => user.kind === 'retailer' && isKept(user),
    Dialog: (props) => <TierDialog {...props} />,
  },
  {
    key: 'mobile',
    permission: 'member.contact',
    labelOf: ({ mobileChange }) => (mobileChange ? 'Finish change of mobile' : 'Change mobile'),
    isOpen: isKept,
    Dialog: MobileDialog,
  },
  {
    key: 'block',
    permission: 'member.block',
    labelOf: ({ status }) => (status === 'blocked' ? 'Unblock' : 'Block'),
    isOpen: isKept,
    Dialog: BlockDialog,
  },
  {
    key: 'erase',
    permission: 'member.erase',
    labelOf: () => 'Erase personal data',
    isOpen: isKept,
    Dialog: EraseDialog,
  },
]

/** What may be done with a member, by those who may. */
export function UserActions({
  user,
  onDialog,
}: {
  user: UserDetail
  onDialog: (opened: boolean) => void
}): ReactElement | null {
  const role = useRole()
  const [open, setOpen] = useState<string | null>(null)
  const acts = ACTS.filter(({ permission, isOpen }) => can(role, permission) && isOpen(user))
  const turn = (key: string | null): void => {
    setOpen(key)
    onDialog(key !== null)
  }
  if (acts.length === 0) return null
  return (
    <div className={classes.acts}>
      {acts.map(({ key, labelOf, Dialog }) => (
        <span key={key}>
          <Button size="xs" variant="default" onClick={() => turn(key)}>
            {labelOf(user)}
          </Button>
          <Suspense>
            <Dialog user={user} opened={open === key} onClose={() => turn(null)} />
          </Suspense>
        </span>
      ))}
    </div>
  )
}
