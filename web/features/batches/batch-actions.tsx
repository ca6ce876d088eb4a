import { Alert, Button, Menu, Text } from '@mantine/core'
import { IconChevronDown, IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  BATCH_MACHINE,
  PRINT_FORMATS,
  printBatch,
  type BatchDetail,
} from '../../../contract/batches.ts'
import { can } from '../../../contract/permissions.ts'
import { download } from '../../lib/api.ts'
import { notifyDone, notifyFailed } from '../../lib/notify.tsx'
import { staffIdOf, useRole, useSession } from '../../lib/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import classes from './batch-drawer.module.css'
import { batchOptions, keepBatch } from './batch-queries.ts'
import { isOwnRequest, STEPS, type StepName } from './batch-steps.ts'
import { ChangeRequestDialog } from './request-dialog.tsx'

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
          {prints && <PrintFile batch={batch} />}
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

const FORMAT_WORDS = { xlsx: 'Spreadsheet (xlsx)', csv: 'Text (CSV)' }
type Wish = { format: (typeof PRINT_FORMATS)[number]; of: 'packs' | 'cartons' }

function PrintFile({ batch }: { batch: BatchDetail }): ReactElement {
  const client = useQueryClient()
  const { batchId, letters, cartonSize } = batch
  const print = useMutation({
    mutationFn: ({ format, of }: Wish) =>
      download(
        printBatch,
        { params: { batchId }, body: { format, of } },
        `batch-${batchId}-${letters}${of === 'cartons' ? '-cartons' : ''}.${format}`,
      ),
    onError: (failure) => notifyFailed('The print file was not given', failure),
    onSettled: () => client.invalidateQueries(batchOptions(String(batchId))),
  })
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button
          loading={print.isPending}
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
          rightSection={<IconChevronDown size={15} stroke={1.8} aria-hidden />}
        >
          Print file
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {cartonSize !== null && <Menu.Label>Labels of the packs</Menu.Label>}
        {PRINT_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => print.mutate({ format, of: 'packs' })}>
            {FORMAT_WORDS[format]}
          </Menu.Item>
        ))}
        {cartonSize !== null && (
          <>
            <Menu.Label>Labels of the cartons</Menu.Label>
            {PRINT_FORMATS.map((format) => (
              <Menu.Item
                key={`cartons-${format}`}
                onClick={() => print.mutate({ format, of: 'cartons' })}
              >
                {FORMAT_WORDS[format]}
              </Menu.Item>
            ))}
          </>
        )}
        <Text size="xs" c="dimmed" px="sm" py={6} maw={220}>
          Holds every code. Each time it is given out is recorded with your name.
        </Text>
      </Menu.Dropdown>
    </Menu>
  )
}
