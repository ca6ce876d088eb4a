import { Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent, type ReactElement } from 'react'
import {
  draftScheme,
  editScheme,
  type SchemeDetail,
  type SchemeTerms,
} from '../../../../contract/programme/schemes.ts'
import { dayOf } from '../../../../contract/time.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { LeaveDialog, useLeaving } from '../../../ui/edit/leave-dialog.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { EditorFields } from './editor-fields.tsx'
import { Faults } from '../../../ui/edit/faults.tsx'
import { goToField, labelOf, Rule, WarningCount } from './editor-summary.tsx'
import classes from './editor.module.css'
import { draftOf, emptyDraft } from './scheme-form.ts'
import { keepScheme, schemeOptions } from './scheme-queries.ts'
import { schemeSource } from './schemes-list.tsx'
import { useSchemeForm } from './use-scheme-form.ts'
import { useWarnings } from './use-warnings.ts'

/** Under this width there is no room for a dialog beside the page. */
const NARROW = '(max-width: 767.98px)'

type Saving = { onSaved: (schemeId: number) => void; onClose: () => void }

function useSave(scheme: SchemeDetail | undefined, onSaved: Saving['onSaved']) {
  const client = useQueryClient()
  // The version that was read: what came meanwhile is somebody else's.
  const [version] = useState(scheme?.version)
  return useSending(async (terms: SchemeTerms) => {
    const saved =
      scheme && version !== undefined
        ? await call(editScheme, {
            params: { schemeId: scheme.schemeId },
            body: { terms, version },
          })
        : await call(draftScheme, { body: terms })
    keepScheme(client, saved)
    onSaved(saved.schemeId)
    notifyDone(`“${saved.name}” is saved as a draft. It gives nothing until somebody activates it.`)
    await client.invalidateQueries({ queryKey: [schemeSource.name] })
  })
}

function EditorForm({
  scheme,
  onDirty,
  onSaved,
  onClose,
}: Saving & { scheme: SchemeDetail | undefined; onDirty: (dirty: boolean) => void }): ReactElement {
  const [initial] = useState(() => (scheme ? draftOf(scheme.terms) : emptyDraft(dayOf(new Date()))))
  const [attempt, setAttempt] = useState(0)
  const { busy, error, send } = useSave(scheme, onSaved)
  const form = useSchemeForm(`scheme.${scheme?.schemeId ?? 'new'}`, initial, error)
  const { warnings, failed } = useWarnings(form.draft)
  const { dirty } = form
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    form.sent()
    const terms = form.terms()
    if (terms) void send(terms)
    else setAttempt((before) => before + 1)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.fields}>
        <Faults problems={form.problems} attempt={attempt} labelOf={labelOf} onGo={goToField} />
        <EditorFields form={form} warnings={warnings} />
      </div>
      <aside className={classes.aside} aria-label="The rule in words">
        <Rule form={form} />
        <WarningCount warnings={warnings} failed={failed} />
      </aside>
      {error !== null && (
        <div className={classes.wide}>
          <FailureAlert error={error} title="It was not saved" kept="What you typed is kept." />
        </div>
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Save draft
        </Button>
      </div>
    </form>
  )
}

/** Writes a new scheme, or changes a draft. `edit` is "new", a scheme's number, or nothing. */
export function SchemeEditor({
  edit,
  onSaved,
  onClose,
}: Saving & { edit: string | undefined }): ReactElement {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const id = edit === 'new' ? undefined : edit
  const { data: scheme } = useQuery(schemeOptions(id))
  const [dirty, setDirty] = useState(false)
  const leaving = useLeaving(dirty)
  const opened = edit === 'new' || (id !== undefined && scheme?.status === 'draft')
  const saved = (schemeId: number): void => {
    leaving.allow()
    onSaved(schemeId)
  }
  return (
    <>
      <Modal
        opened={opened}
        onClose={onClose}
        title={id === undefined ? 'New scheme' : `Edit “${scheme?.name ?? ''}”`}
        size={920}
        fullScreen={narrow}
        closeOnClickOutside={false}
        closeOnEscape={!leaving.asking}
        trapFocus={!leaving.asking}
        closeButtonProps={{ 'aria-label': 'Close' }}
        onExitTransitionEnd={() => setDirty(false)}
      >
        <EditorForm
          key={edit}
          scheme={id === undefined ? undefined : scheme}
          onDirty={setDirty}
          onSaved={saved}
          onClose={onClose}
        />
      </Modal>
      <LeaveDialog leaving={leaving} />
    </>
  )
}
