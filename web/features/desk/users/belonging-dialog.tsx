import { TextInput, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { changeBelonging } from '../../../../contract/people/belonging.ts'
import { dayOf } from '../../../../contract/time.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { BelongsFields } from './belongs-fields.tsx'
import { belongsOf, codesOf, openChoice, type BelongsDraft } from './member-draft.ts'
import type { DialogProps } from './user-dialog.ts'
import { belongingOptions, refreshMember } from './user-queries.ts'
import { userSource } from './users-list.tsx'

/** Another distributor or retailer from a day on. */
export function BelongingDialog({ user, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const { memberId, name, kind } = user
  const { data } = useQuery({ ...belongingOptions(memberId), enabled: opened })
  const [today] = useState(() => dayOf(new Date()))
  const [draft, setDraft] = useState<BelongsDraft | null>(null)
  const belongs = draft ?? belongsOf(data)
  const [fromDay, setFromDay] = useState(today)
  const [reason, setReason] = useState('')
  const form = useDialogForm(
    changeBelonging,
    { ...codesOf(belongs), fromDay, reason },
    openChoice(belongs),
  )
  const submit = (): void =>
    void form.send(async (body) => {
      const after = await call(changeBelonging, { params: { memberId }, body })
      client.setQueryData(belongingOptions(memberId).queryKey, after)
      await refreshMember(client, memberId)
      await client.invalidateQueries({ queryKey: [userSource.name] })
      notifyDone(`The belonging of ${name} is changed.`)
      setDraft(null)
      setReason('')
      onClose()
    })
  const members = data?.members ?? 0
  return (
    <DialogForm
      opened={opened}
      title={`Change the belonging of ${name}`}
      what={
        members > 0
          ? `${formatAmount(members, 'member')} who belong to this retailer go along. What was known of the day and later is replaced.`
          : 'What was known of the day and later is replaced. Months that are settled stay as they are.'
      }
      submit="Change"
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <BelongsFields draft={belongs} kind={kind} onDraft={setDraft} field={form.field} />
      <TextInput
        type="date"
        label="From"
        description="Today or an earlier day whose month is not settled"
        min={data?.earliest}
        max={today}
        value={fromDay}
        onChange={(event) => setFromDay(event.currentTarget.value)}
        {...form.field('fromDay')}
      />
      <Textarea
        label="Reason"
        description="It stays in the record, with your name."
        autosize
        minRows={2}
        maxRows={6}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        {...form.field('reason')}
      />
    </DialogForm>
  )
}
