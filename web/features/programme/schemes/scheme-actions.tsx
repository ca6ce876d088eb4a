import { Alert, Button, Group } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { can, type Permission } from '../../../../contract/permissions.ts'
import type { SchemeDetail } from '../../../../contract/programme/schemes.ts'
import { staffIdOf, useRole, useSession } from '../../../lib/session.ts'
import type { ActProps } from './act-props.ts'
import { ActivateDialog, whyNotYet } from './activate-dialog.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { DiscardDialog, DuplicateDialog } from './draft-dialogs.tsx'
import { isOpenTo, STEPS, type StepName } from './scheme-steps.ts'
import { StepDialog } from './step-dialog.tsx'
import type { Simulating } from './use-simulate.ts'

type Act = {
  label: string
  main?: (scheme: SchemeDetail) => boolean
  permission: Permission
  isOpen: (scheme: SchemeDetail) => boolean
  Dialog: (props: ActProps) => ReactElement
}

const isDraft = ({ status }: SchemeDetail): boolean => status === 'draft'
const runs = ({ status }: SchemeDetail): boolean => status === 'active' || status === 'paused'

const step = (name: StepName): Act => ({
  label: STEPS[name].label,
  main: () => STEPS[name].main === true,
  permission: 'scheme.activate',
  isOpen: (scheme) => isOpenTo(name, scheme),
  Dialog: (props) => <StepDialog {...props} step={name} />,
})

const ACTS: readonly Act[] = [
  {
    label: 'Activate',
    main: (scheme) => whyNotYet(scheme) === null,
    permission: 'scheme.activate',
    isOpen: (scheme) => isOpenTo('activate', scheme),
    Dialog: ActivateDialog,
  },
  step('resume'),
  step('pause'),
  {
    label: 'Change budget or last day',
    permission: 'scheme.activate',
    isOpen: runs,
    Dialog: ChangeDialog,
  },
  step('end'),
  {
    label: 'Duplicate',
    permission: 'scheme.draft',
    isOpen: () => true,
    Dialog: DuplicateDialog,
  },
  { label: 'Discard', permission: 'scheme.draft', isOpen: isDraft, Dialog: DiscardDialog },
]

/** What may be done with a scheme where it stands, by those who may. */
export function SchemeActions({
  scheme,
  simulating,
  onDialog,
  onEdit,
  onMoved,
}: {
  scheme: SchemeDetail
  simulating: Simulating
  onDialog: (opened: boolean) => void
  onEdit: () => void
  onMoved: ActProps['onMoved']
}): ReactElement | null {
  const role = useRole()
  const session = useSession()
  const [open, setOpen] = useState<string | null>(null)
  const me = session && staffIdOf(session)
  const mine = me !== null && scheme.makerIds.includes(me)
  const isOwn = ({ label }: Act): boolean => label === 'Activate' && mine
  const may = ACTS.filter(
    (act) => act.label === open || (can(role, act.permission) && act.isOpen(scheme)),
  )
  const edits = isDraft(scheme) && can(role, 'scheme.draft')
  const turn = (label: string | null): void => {
    setOpen(label)
    onDialog(label !== null)
  }
  if (may.length === 0 && !edits) return null
  return (
    <>
      {may.some(isOwn) && (
        <Alert color="blue" icon={<IconInfoCircle size={18} />}>
          You wrote this scheme, or a part of it: somebody else must activate it.
        </Alert>
      )}
      <Group gap="xs">
        {edits && <Button onClick={onEdit}>Edit</Button>}
        {may
          .filter((act) => !isOwn(act))
          .map(({ label, main, Dialog }) => (
            <span key={label}>
              <Button variant={main?.(scheme) ? 'filled' : 'default'} onClick={() => turn(label)}>
                {label}
              </Button>
              <Dialog
                scheme={scheme}
                simulating={simulating}
                opened={open === label}
                onMoved={onMoved}
                onClose={() => turn(null)}
              />
            </span>
          ))}
      </Group>
    </>
  )
}
