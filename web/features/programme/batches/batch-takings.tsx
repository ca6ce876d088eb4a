import { Alert, Button, Group } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import {
  approveTaking,
  rejectTaking,
  withdrawTaking,
  type PrintAgain,
  type PrintTakings,
} from '../../../../contract/programme/print-takings.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { staffIdOf, useRole, useSession } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { takingsOptions, waitingTakingsOptions } from './taking-queries.ts'
import { runWords } from './taking-words.ts'

/** What somebody asks for again of a batch, until it is decided and taken. */
export function BatchTakings({
  batchId,
  onDialog,
}: {
  batchId: number
  onDialog: (opened: boolean) => void
}): ReactElement | null {
  const { data } = useQuery(takingsOptions(batchId))
  if (!data?.again) return null
  return <Again key={data.again.againId} again={data.again} onDialog={onDialog} />
}

type Act = {
  label: string
  danger?: boolean
  optional?: boolean
  what: string
  done: string
  send: (note: string) => Promise<PrintTakings>
}

function actsOf({ againId, batchId, proposedBy, ...run }: PrintAgain) {
  const params = { batchId }
  const codes = `the codes of ${runWords(run)}`
  return {
    approve: {
      label: 'Approve',
      optional: true,
      what: `${proposedBy} can then take ${codes} once more, within three days.`,
      done: `${proposedBy} can take ${codes} once more.`,
      send: (note) => call(approveTaking, { params, body: { againId, ...(note && { note }) } }),
    },
    reject: {
      label: 'Reject',
      danger: true,
      what: `${proposedBy} does not get ${codes} again.`,
      done: 'The request is rejected.',
      send: (note) => call(rejectTaking, { params, body: { againId, note } }),
    },
    withdraw: {
      label: 'Withdraw',
      optional: true,
      what: `Nobody is asked for ${codes} any more.`,
      done: 'The request is withdrawn.',
      send: () => call(withdrawTaking, { params, body: { againId } }),
    },
  } satisfies Record<string, Act>
}

/** What is asked for, and what may be done about it by whoever looks at it. */
function Again({
  again,
  onDialog,
}: {
  again: PrintAgain
  onDialog: (opened: boolean) => void
}): ReactElement {
  const client = useQueryClient()
  const role = useRole()
  const session = useSession()
  const acts: Record<string, Act> = actsOf(again)
  const [shown, setShown] = useState<string | null>(null)
  const turn = (name: string | null): void => {
    setShown(name)
    onDialog(name !== null)
  }
  const mine = session !== null && staffIdOf(session) === again.proposedById
  const waits = again.state === 'proposed'
  const decides = waits && !mine && can(role, 'batch.approve')
  const names = decides ? ['approve', 'reject'] : waits && mine ? ['withdraw'] : []
  const act = shown === null ? undefined : acts[shown]
  const words = waits
    ? `${again.proposedBy} asks to take ${runWords(again)} again: ${again.reason}`
    : `${again.decidedBy} agreed that ${again.proposedBy} takes ${runWords(again)} once more: ${again.reason}`
  return (
    <Alert color={waits ? 'yellow' : 'blue'} icon={<IconUserQuestion size={18} />}>
      {words}
      {names.length > 0 && (
        <Group gap="xs" mt="xs">
          {names.map((name) => (
            <Button
              key={name}
              size="xs"
              variant={name === 'approve' ? 'filled' : 'default'}
              onClick={() => turn(name)}
            >
              {acts[name]?.label}
            </Button>
          ))}
        </Group>
      )}
      {act && (
        <ConfirmDialog
          opened
          title={`${act.label}: codes of batch ${again.batchId} again`}
          what={act.what}
          submit={act.label}
          {...(act.danger && { danger: true })}
          {...(act.optional && { optional: true })}
          onConfirm={async (note) => {
            client.setQueryData(takingsOptions(again.batchId).queryKey, await act.send(note))
            void client.invalidateQueries(waitingTakingsOptions())
            turn(null)
            notifyDone(act.done)
          }}
          onClose={() => turn(null)}
        />
      )}
    </Alert>
  )
}
