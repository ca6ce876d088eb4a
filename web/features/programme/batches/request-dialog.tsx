import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent, type ReactElement, type ReactNode } from 'react'
import type { z } from 'zod'
import {
  changeBatchRequest,
  requestBatch,
  type batchRequest,
  type BatchDetail,
} from '../../../../contract/programme/batches.ts'
import { ApiError, sentenceOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
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
  const submit = (body: z.input<typeof batchRequest>): void => {
    if (sending.current) return
    sending.current = true
    ask.mutate(body)
  }
  return (
    <RequestModal title="Request a batch" opened={opened} onClose={onClose}>
      <Form
        form={form}
        label="Request"
        busy={ask.isPending}
        failure={ask.error && { title: 'The batch was not requested', error: ask.error }}
        onSubmit={submit}
        onCancel={onClose}
      />
    </RequestModal>
  )
}

/** Changes a request that nobody approved yet. */
export function ChangeRequestDialog({
  batch,
  opened,
  onClose,
}: {
  batch: BatchDetail
  opened: boolean
  onClose: () => void
}): ReactElement {
  return (
    <RequestModal title={`Change batch ${batch.batchId}`} opened={opened} onClose={onClose}>
      <ChangeForm batch={batch} onClose={onClose} />
    </RequestModal>
  )
}

function ChangeForm({ batch, onClose }: { batch: BatchDetail; onClose: () => void }): ReactElement {
  const client = useQueryClient()
  const { batchId } = batch
  const [version] = useState(batch.version)
  const change = useMutation({
    mutationFn: (body: z.input<typeof batchRequest>) =>
      call(changeBatchRequest, { params: { batchId }, body: { ...body, version } }),
    onSuccess: (changed) => {
      keepBatch(client, changed)
      void client.invalidateQueries({ queryKey: [batchSource.name] })
      notifyDone(`The request for batch ${batchId} is changed and waits for approval.`)
      onClose()
    },
  })
  const form = useRequestForm(change.error, batch)
  return (
    <Form
      form={form}
      label="Save"
      busy={change.isPending}
      failure={change.error && { title: 'The request was not changed', error: change.error }}
      onSubmit={(body) => !change.isPending && change.mutate(body)}
      onCancel={onClose}
    />
  )
}

function RequestModal({
  title,
  opened,
  onClose,
  children,
}: {
  title: string
  opened: boolean
  onClose: () => void
  children: ReactNode
}): ReactElement {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={560}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Modal>
  )
}

type Refused = { title: string; error: Error }

function Form({
  form,
  label,
  busy,
  failure,
  onSubmit,
  onCancel,
}: {
  form: RequestForm
  label: string
  busy: boolean
  failure: Refused | null
  onSubmit: (body: z.input<typeof batchRequest>) => void
  onCancel: () => void
}): ReactElement {
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    form.sent()
    const body = form.request()
    if (body) onSubmit(body)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <RequestFields form={form} />
      <Total form={form} />
      {failure && <Failure {...failure} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {label}
        </Button>
      </Group>
    </form>
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

function Failure({ title, error }: Refused): ReactElement {
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert" title={title}>
      {`${sentenceOf(error)} What you typed is kept.`}
      {requestId && <Text size="xs" mt={4}>{`Request ${requestId}`}</Text>}
    </Alert>
  )
}
