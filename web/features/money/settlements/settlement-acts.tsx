import { Alert, Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { can, type Permission } from '../../../../contract/permissions.ts'
import {
  SETTLEMENT_MACHINE,
  type SettlementDetail,
} from '../../../../contract/money/settlements.ts'
import { staffIdOf, useRole, useSession } from '../../../lib/session.ts'
import {
  ApproveDialog,
  AskReopenDialog,
  KeepClosedDialog,
  ReopenDialog,
  SettleDialog,
  type ActProps,
} from './settlement-dialogs.tsx'
import classes from './settlement-drawer.module.css'

type Act = {
  label: string
  main?: boolean
  permission: Permission
  isOpen: (settlement: SettlementDetail) => boolean
  /** Whoever did the step before may not do this one. */
  notBy?: (settlement: SettlementDetail) => number | null | undefined
  Dialog: (props: ActProps) => ReactElement
}

const from = (step: keyof typeof SETTLEMENT_MACHINE) => (settlement: SettlementDetail) =>
  SETTLEMENT_MACHINE[step].from.includes(settlement.state)
const asker = ({ reopen }: SettlementDetail) => reopen?.askedById

const ACTS: readonly Act[] = [
  {
    label: 'Approve',
    main: true,
    permission: 'settlement.approve',
    isOpen: from('approve'),
    notBy: ({ computedById }) => computedById,
    Dialog: ApproveDialog,
  },
  {
    label: 'Settle',
    main: true,
    permission: 'settlement.approve',
    isOpen: (settlement) => from('settle')(settlement) && settlement.reopen === null,
    Dialog: SettleDialog,
  },
  {
    label: 'Open again',
    main: true,
    permission: 'settlement.approve',
    isOpen: ({ reopen }) => reopen !== null,
    notBy: asker,
    Dialog: ReopenDialog,
  },
  {
    label: 'Keep closed',
    permission: 'settlement.approve',
    isOpen: ({ reopen }) => reopen !== null,
    notBy: asker,
    Dialog: KeepClosedDialog,
  },
  {
    label: 'Ask to open it again',
    permission: 'settlement.compute',
    isOpen: (settlement) => from('reopen')(settlement) && settlement.reopen === null,
    Dialog: AskReopenDialog,
  },
]

/** What may be done with a settlement where it stands, by those who may. */
export function SettlementActs({
  settlement,
  onDialog,
}: {
  settlement: SettlementDetail
  onDialog: (opened: boolean) => void
}): ReactElement | null {
  const role = useRole()
  const session = useSession()
  const me = session && staffIdOf(session)
  const [open, setOpen] = useState<string | null>(null)
  const possible = ACTS.filter(
    ({ permission, isOpen }) => can(role, permission) && isOpen(settlement),
  )
  const isMine = ({ notBy }: Act): boolean => me !== null && notBy?.(settlement) === me
  // One whose dialog is open stays, whatever became of the settlement meanwhile.
  const acts = ACTS.filter((act) => act.label === open || (possible.includes(act) && !isMine(act)))
  const turn = (label: string | null): void => {
    setOpen(label)
    onDialog(label !== null)
  }
  return (
    <>
      {possible.some(isMine) && (
        <Alert color="blue" icon={<IconInfoCircle size={18} />}>
          {settlement.reopen
            ? 'You asked for it to be opened again: somebody else must decide.'
            : 'You computed it: somebody else must approve it.'}
        </Alert>
      )}
      {acts.length > 0 && (
        <div className={classes.acts}>
          {acts.map(({ label, main, Dialog }) => (
            <span key={label}>
              <Button size="xs" variant={main ? 'filled' : 'default'} onClick={() => turn(label)}>
                {label}
              </Button>
              <Dialog settlement={settlement} opened={open === label} onClose={() => turn(null)} />
            </span>
          ))}
        </div>
      )}
    </>
  )
}
