import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, type FormEvent, type ReactElement } from 'react'
import type { z } from 'zod'
import { requestBatch, type batchRequest, type BatchDetail } from '../../../contract/batches.ts'
import { ApiError, sentenceOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { formatAmount } from '../../lib/format.ts'
import { notifyDone } from '../../lib/notify.tsx'
import { keepBatch } from './batch-queries.ts'
import { batchSource } from './batches-list.tsx'
import { RequestFields } from './request-fields.tsx'
import classes from './request-form.module.css'
import { useRequestForm, type RequestForm } from './request-form.ts'

/** Asks for a batch. Closing keeps what was typed; so does a failure. */
export function RequestDialog({
  opened,
  onClose,
  onRequested,
}: {
  opened: boolean
  onClose: () => void
  onRequested: (batch: BatchDetail) => void
}): ReactElement {
  const client = useQueryClient()
  const sending = useRef(false)
  const ask = useMutation({
    mutationFn: (body: z.input<typeof batchRequest>) => call(requestBatch, { body }),
    onSuccess: (batch) => {
      keepBatch(client, batch)
      void client.invalidateQueries({ queryKey: [batchSource.name] })
      form.clear()
      notifyDone(`Batch ${batch.batchId} is requested and waits for approval.`)
      onRequested(batch)
    },
    onSettled: () => (sending.current = false),
  })
  const form = useRequestForm(ask.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    form.sent()
    const body = form.request()
    if (!body || sending.current) return
    sending.current = true
    ask.mutate(body)
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Request a batch"
      size={560}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <RequestFields form={form} />
        <Total form={form} />
        {ask.error && <Failure error={ask.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={ask.isPending}>
            Request
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

/** What the request comes to, before it is sent. */
function Total({ form }: { form: RequestForm }): ReactElement | null {
  const body = form.request()
  if (!body) return null
  return (
    <Text c="dimmed">
      {`${formatAmount(body.quantity, 'coupon')}, ${formatAmount(body.quantity * body.points, 'point')} in all. Somebody else approves it.`}
    </Text>
  )
}

function Failure({ error }: { error: Error }): ReactElement {
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <Alert
      color="red"
      icon={<IconAlertCircle size={18} />}
      role="alert"
      title="The batch was not requested"
    >
      {`${sentenceOf(error)} What you typed is kept.`}
      {requestId && <Text size="xs" mt={4}>{`Request ${requestId}`}</Text>}
    </Alert>
  )
}
