import { Button, Group, Modal, Text } from '@mantine/core'
import {
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
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

/** What stands at a field of values, "terms.fromDay" within "terms", as text to compare. */
function textAt(values: unknown, name: string): string | undefined {
  const inside = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return JSON.stringify(name.split('.').reduce(inside, values))
}

/**
 * A form in a dialog: what is typed is checked by the schema of the endpoint and by `also`, the
 * problems that only the dialog knows, by field. They are shown at a field once it was left or sent,
 * and what is typed is kept when sending fails. It cannot be sent twice. What the server refused of a
 * field is told until the field is changed.
 */
export function useDialogForm<S extends z.ZodType>(
  { body: schema }: { body?: S },
  values: z.input<S>,
  also: Record<string, string> = {},
) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [sent, setSent] = useState<unknown>(null)
  const { busy, error: failure, send: sendOnce } = useSending((act: () => Promise<void>) => act())
  const problems = { ...also, ...problemsOf(schema, values) }
  const refused = failure instanceof ApiError ? failure.fields : {}
  const send = async (act: (body: z.output<S>) => Promise<void>): Promise<void> => {
    setTried(true)
    const read = schema?.safeParse(values)
    if (!read?.success || Object.keys(also).length > 0) return
    setSent(values)
    await sendOnce(() => act(read.data))
  }
  return {
    busy,
    failure,
    send,
    field: (name: string) => ({
      error:
        (tried || touched.has(name) ? problems[name] : undefined) ??
        (textAt(values, name) === textAt(sent, name) ? refused[name] : undefined),
      onBlur: () => setTouched((before) => new Set([...before, name])),
    }),
  }
}

type FormProps = {
  submit: string
  danger?: boolean
  busy: boolean
  failure: unknown
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** The form of a dialog: its fields, what went wrong when it was sent, and the two ways out. */
export function FormBody({
  submit,
  cancel = 'Cancel',
  danger,
  disabled,
  focused,
  busy,
  failure,
  kept = 'What you typed is kept.',
  onSubmit,
  onClose,
  children,
}: FormProps & {
  /** The button that leaves it, where it is not in English. */
  cancel?: string
  disabled?: boolean
  /** Whether Enter sends it at once, as it has no fields. */
  focused?: boolean
  /** What a failure did not lose. */
  kept?: string
}): ReactElement {
  const button = useRef<HTMLButtonElement>(null)
  // A button that shows progress takes no focus, and loses what it had.
  useEffect(() => {
    if (failure !== null && document.activeElement === document.body) button.current?.focus()
  }, [failure])
  const send = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={classes.form} onSubmit={send} noValidate>
      {children}
      {failure !== null && <FailureAlert error={failure} kept={kept} />}
      <Group
        justify="flex-end"
        gap="xs"
        // The error of the field that is left would move the buttons from under the pointer.
        onMouseDown={(event) => event.preventDefault()}
      >
        <Button variant="default" onClick={onClose} disabled={busy}>
          {cancel}
        </Button>
        <Button
          ref={button}
          type="submit"
          color={danger ? 'red' : undefined}
          loading={busy}
          disabled={disabled}
          data-autofocus={focused || undefined}
        >
          {submit}
        </Button>
      </Group>
    </form>
  )
}

export function DialogForm({
  opened,
  title,
  what,
  size = 440,
  children,
  ...form
}: FormProps & {
  opened: boolean
  title: string
  what: string
  /** Pixels, where there is room for them. */
  size?: number
}): ReactElement {
  return (
    <Modal
      opened={opened}
      onClose={form.onClose}
      title={title}
      size={size}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <FormBody {...form}>
        <Text>{what}</Text>
        {children}
      </FormBody>
    </Modal>
  )
}
