import { Alert, Text, Textarea } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { BatchDetail } from '../../../../contract/programme/batches.ts'
import { askTaking } from '../../../../contract/programme/print-takings.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { FormBody, useDialogForm } from '../../../ui/dialog-form.tsx'
import type { PrintRun } from './print-settings.ts'
import { takingsOptions, waitingTakingsOptions } from './taking-queries.ts'
import { runOf, type TakingStatus as Taken } from './taking-status.ts'
import { runWords, takingWords } from './taking-words.ts'

const SHOWN = 3

/** What happens when the file is taken. */
export function StatusLine({ status }: { status: Taken }): ReactElement {
  if (status.kind === 'approved') {
    return (
      <Alert color="blue" icon={<IconInfoCircle size={18} />}>
        {`${status.again.decidedBy} agreed that you take ${runWords(status.again)} once more.`}
      </Alert>
    )
  }
  return (
    <Text size="sm" c="dimmed">
      {status.kind === 'small'
        ? 'The file holds codes. Its password is shown once. The batch is small: it can be taken again, each time recorded with your name.'
        : 'The file holds codes. It can be taken once, and its password is shown once. Who takes it is recorded; for another time a second person has to agree.'}
    </Text>
  )
}

/** These codes were taken: says by whom, and asks a second person for them with a reason. */
export function AskAgain({
  batch,
  run,
  status: { before, again },
  failure,
  onClose,
}: {
  batch: BatchDetail
  run: PrintRun
  status: Extract<Taken, { kind: 'ask' }>
  /** Why the last download failed. */
  failure: unknown
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const { batchId } = batch
  const form = useDialogForm(askTaking, { ...runOf(batch, run), reason })
  const submit = (): void =>
    void form.send(async (body) => {
      const asked = await call(askTaking, { params: { batchId }, body })
      client.setQueryData(takingsOptions(batchId).queryKey, asked)
      void client.invalidateQueries(waitingTakingsOptions())
      notifyDone('A second person is asked. You are told when they have decided.')
      onClose()
    })
  const more = before.length - SHOWN
  // No answer came, or not all of it: the codes may have left the server.
  const isBroken = failure instanceof ApiError && failure.status === 0
  return (
    <FormBody
      submit="Ask for it again"
      busy={form.busy}
      failure={form.failure}
      disabled={again !== null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Alert
        color="yellow"
        icon={<IconInfoCircle size={18} />}
        title={isBroken ? 'The download broke off' : 'These codes were taken already'}
      >
        {isBroken && (
          <div>
            Nobody can tell how much of it arrived, so these codes count as taken. Ask for them
            again: a second person decides.
          </div>
        )}
        {before.slice(-SHOWN).map((taking) => (
          <div key={`${taking.at} ${taking.from}`}>{takingWords(taking)}</div>
        ))}
        {more > 0 && <div>{`and ${more} more; see the batch.`}</div>}
      </Alert>
      {again === null ? (
        <Textarea
          label="Why are they needed again?"
          description="The second person reads it. It stays in the record, with your name."
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          {...form.field('reason')}
        />
      ) : (
        <Text size="sm">
          {again.state === 'proposed'
            ? `${again.proposedBy} asked for ${runWords(again)} already: it waits for a second person.`
            : `${again.decidedBy} agreed that ${again.proposedBy} takes ${runWords(again)} once more. That comes first.`}
        </Text>
      )}
    </FormBody>
  )
}
