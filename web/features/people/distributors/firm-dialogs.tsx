import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  changeDistributor,
  createDistributor,
  getDistributor,
  type DistributorDetail,
} from '../../../../contract/people/distributors.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { useMerge } from '../../../ui/edit/use-merge.tsx'
import {
  changeBodyOf,
  draftOf,
  EMPTY_FIRM,
  misfitsOf,
  newBodyOf,
  NOTHING_STORED,
  type FirmDraft,
} from './distributor-draft.ts'
import { distributorSource } from './distributors-list.tsx'
import { keepDistributor } from './distributor-queries.ts'
import { FirmFields } from './firm-fields.tsx'
import { useNewTerritory } from './territory-select.tsx'

const WIDTH = 680

/** A new distributor; closing keeps what was typed, and so does a failure. */
export function NewDistributorDialog({
  opened,
  onMade,
  onClose,
}: {
  opened: boolean
  onMade: (firm: DistributorDetail) => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useState(EMPTY_FIRM)
  const [round, setRound] = useState(0)
  const made = (firm: DistributorDetail): void => {
    keepDistributor(client, firm)
    void client.invalidateQueries({ queryKey: [distributorSource.name] })
    setDraft(EMPTY_FIRM)
    setRound((before) => before + 1)
    notifyDone(`${firm.name} is onboarded.`)
    onMade(firm)
  }
  return (
    <NewForm
      key={round}
      draft={draft}
      onDraft={setDraft}
      opened={opened}
      onMade={made}
      onClose={onClose}
    />
  )
}

function NewForm({
  draft,
  onDraft,
  opened,
  onMade,
  onClose,
}: {
  draft: FirmDraft
  onDraft: (draft: FirmDraft) => void
  opened: boolean
  onMade: (firm: DistributorDetail) => void
  onClose: () => void
}): ReactElement {
  const territory = useNewTerritory((name) => onDraft({ ...draft, territory: name }))
  const form = useDialogForm(createDistributor, newBodyOf(draft), misfitsOf(draft, NOTHING_STORED))
  const submit = (): void =>
    void form.send(async (body) => onMade(await call(createDistributor, { body })))
  return (
    <>
      <DialogForm
        opened={opened}
        title="New distributor"
        what="It can be selected in schemes and filters at once. GSTIN and PAN are kept sealed: lists show them masked."
        submit="Add the distributor"
        size={WIDTH}
        busy={form.busy}
        failure={form.failure}
        onSubmit={submit}
        onClose={onClose}
      >
        <FirmFields
          draft={draft}
          stored={NOTHING_STORED}
          onDraft={onDraft}
          onAddTerritory={territory.add}
          field={form.field}
        />
      </DialogForm>
      {territory.dialog}
    </>
  )
}

/** Corrects what is known of a distributor. */
export function EditDistributorDialog({
  firm,
  opened,
  onClose,
}: {
  firm: DistributorDetail
  opened: boolean
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(firm))
  const { distributorId, name } = firm
  const territory = useNewTerritory((made) =>
    setDraft((before) => ({ ...before, territory: made })),
  )
  const merge = useMerge({
    item: firm,
    draft,
    onDraft: setDraft,
    draftOf,
    load: () => call(getDistributor, { params: { distributorId } }),
  })
  const values = { ...changeBodyOf(draft), version: 0 }
  const form = useDialogForm(changeDistributor, values, misfitsOf(draft, firm))
  const submit = (): void =>
    void form.send((body) =>
      merge.saving(async (version) => {
        const saved = { params: { distributorId }, body: { ...body, version } }
        keepDistributor(client, await call(changeDistributor, saved))
        notifyDone(`What is known of ${body.name} is corrected.`)
        onClose()
      }),
    )
  return (
    <>
      <DialogForm
        opened={opened}
        title={`Edit ${name}`}
        what="What is known of the firm. Its members and settlements stay as they are."
        submit="Save"
        size={WIDTH}
        busy={form.busy}
        failure={form.failure}
        onSubmit={submit}
        onClose={onClose}
      >
        <FirmFields
          draft={draft}
          stored={firm}
          onDraft={setDraft}
          onAddTerritory={territory.add}
          field={form.field}
        />
        {merge.changes}
      </DialogForm>
      {territory.dialog}
    </>
  )
}
