import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react'
import { createWorker } from '../../../../contract/people/workers.ts'
import { call } from '../../../lib/api.ts'
import { useDialogForm } from '../../../ui/dialog-form.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import type { Linked } from './linked.ts'
import classes from './onboard.module.css'
import { PlantSelect } from './plant-select.tsx'
import { usePlantShifts } from './use-plant-shifts.ts'
import { fieldsOf, type WorkerDraft } from './worker-draft.ts'
import { WorkerFields } from './worker-fields.tsx'
import { keepWorker } from './worker-queries.ts'
import { workerSource } from './workers-list.tsx'

/** Leads to the first field that is wrong, when the form was sent in vain. */
function useFirstWrong() {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries])
  return [form, () => setTries((before) => before + 1)] as const
}

/** One worker by form. What is typed survives a failure; `onAdded` gets the one-time link. */
export function OnboardForm({
  draft,
  onDraft,
  onAdded,
}: {
  draft: WorkerDraft
  onDraft: (draft: WorkerDraft) => void
  onAdded: (linked: Linked) => void
}): ReactElement {
  const client = useQueryClient()
  const form = useDialogForm(createWorker, { ...fieldsOf(draft), plantId: draft.plantId })
  const [place, sentInVain] = useFirstWrong()
  const shifts = usePlantShifts(draft.plantId)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const sending = form.send(async (body) => {
      const linked = await call(createWorker, { body })
      keepWorker(client, linked.worker)
      for (const part of ['page', 'head', 'newest']) {
        void client.invalidateQueries({ queryKey: [workerSource.name, part] })
      }
      onAdded(linked)
    })
    void sending.then(sentInVain)
  }
  return (
    <form ref={place} className={classes.form} onSubmit={submit} noValidate aria-label="One worker">
      <WorkerFields
        draft={draft}
        onDraft={onDraft}
        field={form.field}
        shifts={shifts}
        plant={
          <PlantSelect
            label="Plant"
            hint="Where the worker works"
            value={draft.plantId}
            onChange={(plantId) => onDraft({ ...draft, plantId })}
            {...form.field('plantId')}
          />
        }
      />
      {form.failure !== null && (
        <FailureAlert
          error={form.failure}
          title="The worker was not added"
          kept="What you typed is kept."
        />
      )}
      <div className={classes.foot}>
        <Button type="submit" loading={form.busy}>
          Add the worker
        </Button>
      </div>
    </form>
  )
}
