import { Alert, Button } from '@mantine/core'
import { IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState, type ReactElement } from 'react'
import { BATCH_MACHINE, type BatchDetail } from '../../../../contract/programme/batches.ts'
import { can } from '../../../../contract/permissions.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { staffIdOf, useRole, useSession } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import classes from './batch-drawer.module.css'
import { keepBatch } from './batch-queries.ts'
import { isOwnRequest, STEPS, type StepName } from './batch-steps.ts'
import { ChangeRequestDialog } from './request-dialog.tsx'

const PrintDialog = lazy(async () => ({
  default: (await import('./print-dialog.tsx')).PrintDialog,
}))

/** Why I may not approve although my role may; the server says the same. */
function makerSentence(batch: BatchDetail, me: number | null): string | null {
  if (batch.status !== 'requested' || me === null) return null
  if (batch.requestedById === me) return 'You asked for this batch: somebody else must approve it.'
  if (!batch.approvedByIds.includes(me)) return null
  return 'You approved this batch: a second person must approve it as well.'
}

/** What may be done with a batch where it stands, by those who may. */
export function BatchActions({
  batch,
  onDialog,
}: {
  batch: BatchDetail
  onDialog: (opened: boolean) => void
}): ReactElement | null {
  const role = useRole()
  const session = useSession()
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState<StepName>('approve')
  const [editing, setEditing] = useState(false)
  const me = session && staffIdOf(session)
  const may = (Object.keys(STEPS) as StepName[]).filter(
    (key) => can(role, STEPS[key].permission) && STEPS[key].isOpen(batch, me),
  )
  const edits = can(role, 'batch.request') && isOwnRequest(batch, me)
  const prints = can(role, 'batch.print') && BATCH_MACHINE.print.from.includes(batch.status)
  const sentence = makerSentence(batch, me)
  const turn = (open: boolean): void => {
    setOpened(open)
    onDialog(open)
  }
  const turnEditing = (open: boolean): void => {
    setEditing(open)
    onDialog(open)
  }
  const { label, danger, optional, what, done, send } = STEPS[name]
  const confirm = async (note: string): Promise<void> => {
    const changed = await send(batch, note)
    keepBatch(client, changed)
    turn(false)
    notifyDone(done(changed))
  }
  const isMine = (key: StepName): boolean => key === 'approve' && sentence !== null
  const shown = may.filter((key) => !isMine(key))
  return (
    <>
      {may.includes('approve') && sentence && (
        <Alert color="blue" icon={<IconInfoCircle size={18} />}>
          {sentence}
        </Alert>
      )}
      {(shown.length > 0 || prints || edits) && (
        <div className={classes.actions}>
          {prints && <PrintFile batch={batch} onDialog={onDialog} />}
          {edits && (
            <Button variant="default" onClick={() => turnEditing(true)}>
              Change the request
            </Button>
          )}
          {shown.map((key) => (
            <Button
              key={key}
              variant={STEPS[key].primary ? 'filled' : 'default'}
              onClick={() => {
                setName(key)
                turn(true)
              }}
            >
              {STEPS[key].label}
            </Button>
          ))}
        </div>
      )}
      <ChangeRequestDialog batch={batch} opened={editing} onClose={() => turnEditing(false)} />
      <ConfirmDialog
        opened={opened}
        title={`${label} batch ${batch.batchId}`}
        what={what(batch)}
        submit={label}
        danger={danger}
        optional={optional}
        onConfirm={confirm}
        onClose={() => turn(false)}
      />
    </>
  )
}

/** The button, and the dialog that is loaded with the first click on it. */
function PrintFile({
  batch,
  onDialog,
}: {
  batch: BatchDetail
  onDialog: (opened: boolean) => void
}): ReactElement {
  const [asked, setAsked] = useState(false)
  const [opened, setOpened] = useState(false)
  const turn = (open: boolean): void => {
    setOpened(open)
    onDialog(open)
  }
  return (
    <>
      <Button
        leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
        onClick={() => {
          setAsked(true)
          turn(true)
        }}
      >
        Print file
      </Button>
      {asked && (
        <Suspense>
          <PrintDialog batch={batch} opened={opened} onClose={() => turn(false)} />
        </Suspense>
      )}
    </>
  )
}
