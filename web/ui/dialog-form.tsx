import { Button, Group, Modal, Text } from '@mantine/core'
import { useState, type FormEvent, type ReactElement, type ReactNode } from 'react'
import type { z } from 'zod'
import { ApiError } from '../lib/api-error.ts'
import classes from './dialog-form.module.css'
import { FailureAlert } from './failure-alert.tsx'
import { useSending } from './use-sending.ts'

/** The first sentence for each field that is wrong. */
function problemsOf(schema: z.ZodType | undefined, values: unknown): Record<string, string> {
  const read = schema?.safeParse(values)
  if (!read || read.success) return {}
  const found = read.error.issues.map(({ path, message }) => [path.join('.'), message] as const)
  return Object.fromEntries(found.toReversed())
}

/**
 * A form in a dialog: what is typed is checked by the schema of the endpoint and by `also`, the
 * problems that only the dialog knows, by field. They are shown at a field once it was left or sent,
 * and what is typed is kept when sending fails. It cannot be sent twice.
 */
export function useDialogForm<S extends z.ZodType>(
  { body: schema }: { body?: S },
  values: z.input<S>,
  also: Record<string, string> = {},
) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const { busy, error: failure, send: sendOnce } = useSending((act: () => Promise<void>) => act())
  const problems = { ...also, ...problemsOf(schema, values) }
  const refused = failure instanceof ApiError ? failure.fields : {}
  const send = async (act: (body: z.output<S>) => Promise<void>): Promise<void> => {
    setTried(true)
    const read = schema?.safeParse(values)
    if (!read?.success || Object.keys(also).length > 0) return
    await sendOnce(() => act(read.data))
  }
  return {
    busy,
    failure,
    send,
    field: (name: string) => ({
      error: (tried || touched.has(name) ? problems[name] : undefined) ?? refused[name],
      onBlur: () => setTouched((before) => new Set([...before, name])),
    }),
  }
}

export function DialogForm({
  opened,
  title,
  what,
  submit,
  danger,
  size = 440,
  busy,
  failure,
  onSubmit,
  onClose,
  children,
}: {
  opened: boolean
  title: string
  what: string
  submit: string
  danger?: boolean
  /** Pixels, where there is room for them. */
  size?: number
  busy: boolean
  failure: unknown
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}): ReactElement {
  const send = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={classes.form} onSubmit={send} noValidate>
        <Text>{what}</Text>
        {children}
        {failure !== null && <FailureAlert error={failure} kept="What you typed is kept." />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" color={danger ? 'red' : undefined} loading={busy}>
            {submit}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
