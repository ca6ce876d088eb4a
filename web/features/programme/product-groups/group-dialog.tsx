import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  changeGroup,
  createGroup,
  getGroup,
  type GroupDetail,
} from '../../../../contract/programme/product-groups.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { useMerge } from '../../../ui/edit/use-merge.tsx'
import { groupsChanged, keepGroup } from './group-queries.ts'

/** Adds a group of products, or renames the one that is given. */
export function GroupDialog({
  group,
  opened,
  onSaved,
  onClose,
}: {
  group?: GroupDetail
  opened: boolean
  onSaved: (group: GroupDetail) => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [name, setName] = useState(group?.name ?? '')
  const form = useDialogForm(createGroup, { name })
  const merge = useMerge({
    item: group,
    draft: { name },
    onDraft: (draft) => setName(draft.name),
    draftOf: ({ name: stored }) => ({ name: stored }),
    load: () => call(getGroup, { params: { groupId: group?.groupId ?? 0 } }),
  })
  const submit = (): void =>
    void form.send((body) =>
      merge.saving(async (version) => {
        const saved = group
          ? await call(changeGroup, {
              params: { groupId: group.groupId },
              body: { ...body, version },
            })
          : await call(createGroup, { body })
        keepGroup(client, saved)
        if (!group) groupsChanged(client)
        notifyDone(`${saved.name} is ${group ? 'saved' : 'added'}.`)
        onSaved(saved)
      }),
    )
  return (
    <DialogForm
      opened={opened}
      title={group ? `Rename ${group.name}` : 'New product group'}
      what={
        group
          ? 'Its products show the new name at once. A group that a charge rule names keeps its name.'
          : 'Products belong to a group, and rules of handling charges name groups.'
      }
      submit={group ? 'Save' : 'Add the group'}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        {...form.field('name')}
      />
      {merge.changes}
    </DialogForm>
  )
}
