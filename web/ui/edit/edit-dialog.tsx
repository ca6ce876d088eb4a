import { Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { FailureAlert } from '../failure-alert.tsx'
import classes from './edit-dialog.module.css'
import { LeaveDialog, useLeaving } from './leave-dialog.tsx'

/** Under this width there is no room for a dialog beside the page. */
const NARROW = '(max-width: 767.98px)'

export type EditTools = {
  /** Whether something was typed that leaving would lose. */
  onDirty: (dirty: boolean) => void
  /** What was typed is saved: the next change of the address loses nothing. */
  onSaved: () => void
}

/**
 * An editor over its page, with an address of its own (`edit`): Escape, a link, the back button and
 * closing the tab ask first while something is typed that is not saved. While it fades away the
 * caller goes on showing what it showed (use-kept.ts).
 */
export function EditDialog({
  opened,
  title,
  size = 960,
  onClose,
  children,
}: {
  opened: boolean
  title: string
  /** Pixels, where there is room for them. */
  size?: number
  onClose: () => void
  children: (tools: EditTools) => ReactNode
}): ReactElement {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const [dirty, setDirty] = useState(false)
  const leaving = useLeaving(dirty)
  return (
    <>
      <Modal
        opened={opened}
        onClose={onClose}
        title={title}
        size={size}
        fullScreen={narrow}
        closeOnClickOutside={false}
        closeOnEscape={!leaving.asking}
        trapFocus={!leaving.asking}
        closeButtonProps={{ 'aria-label': 'Close' }}
        onExitTransitionEnd={() => setDirty(false)}
      >
        {children({ onDirty: setDirty, onSaved: leaving.allow })}
      </Modal>
      <LeaveDialog leaving={leaving} />
    </>
  )
}

/** Tells the dialog whether `draft` is another than `fresh`, what the editor began with. */
export function useDirty(
  draft: unknown,
  onDirty: EditTools['onDirty'],
  fresh: unknown = draft,
): void {
  const [initial] = useState(() => JSON.stringify(fresh))
  const dirty = JSON.stringify(draft) !== initial
  useLayoutEffect(() => onDirty(dirty), [dirty, onDirty])
}

/** The fields, what stands beside them, and the buttons. What is wrong gets the focus when sent. */
export function EditForm({
  submit,
  busy,
  failure,
  aside,
  onSubmit,
  onCancel,
  children,
}: {
  submit: string
  busy: boolean
  failure: unknown
  aside?: { label: string; content: ReactNode }
  onSubmit: () => void
  onCancel: () => void
  children: ReactNode
}): ReactElement {
  const form = useRef<HTMLFormElement>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])
  // A dialog within, its form included, reports here too: its event is not this form's.
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (event.target !== form.current) return
    onSubmit()
    setAttempt((before) => before + 1)
  }
  return (
    <form
      ref={form}
      className={classes.form}
      data-aside={aside ? true : undefined}
      onSubmit={send}
      noValidate
    >
      <div className={classes.fields}>{children}</div>
      {aside && (
        <aside className={classes.aside} aria-label={aside.label}>
          {aside.content}
        </aside>
      )}
      {failure !== null && (
        <div className={classes.wide}>
          <FailureAlert error={failure} title="It was not saved" kept="What you typed is kept." />
        </div>
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={busy}
          // The error of the field that is left would move the button from under the pointer.
          onMouseDown={(event) => event.preventDefault()}
        >
          {submit}
        </Button>
      </div>
    </form>
  )
}

/** Fields that belong together, under their own heading. */
export function EditPart({
  title,
  children,
}: {
  title: string
  children: ReactNode
}): ReactElement {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** Two fields side by side, where there is room. */
export function EditPair({ children }: { children: ReactNode }): ReactElement {
  return <div className={classes.pair}>{children}</div>
}
