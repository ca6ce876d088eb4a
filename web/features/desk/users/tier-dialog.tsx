import { Radio, Stack, Textarea } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  RETAILER_TIERS,
  setRetailerTier,
  type RetailerTier,
} from '../../../../contract/programme/charges.ts'
import { getUser } from '../../../../contract/desk/users.ts'
import { call } from '../../../lib/api.ts'
import { formatWord } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { useMerge } from '../../../ui/edit/use-merge.tsx'
import type { DialogProps } from './user-dialog.ts'
import { refreshMember } from './user-queries.ts'

/** Another tier for a retailer: what handling charges go by. */
export function TierDialog({ user, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const [selected, setSelected] = useState<RetailerTier | null>(null)
  const [reason, setReason] = useState('')
  const { memberId, name } = user
  const tier = selected ?? user.tier
  const form = useDialogForm(
    setRetailerTier,
    { tier, reason, version: 0 },
    tier === user.tier ? { other: 'Choose another tier than now.' } : {},
  )
  const merge = useMerge({
    item: user,
    draft: { tier },
    onDraft: (draft) => setSelected(draft.tier),
    draftOf: (member) => ({ tier: member.tier }),
    load: () => call(getUser, { params: { memberId } }),
  })
  const submit = (): void =>
    void form.send((body) =>
      merge.saving(async (version) => {
        const graded = { params: { memberId }, body: { ...body, version } }
        const after = await call(setRetailerTier, graded)
        await refreshMember(client, memberId)
        notifyDone(`${name} is ${after.tier} from now on.`)
        setSelected(null)
        setReason('')
        onClose()
      }),
    )
  return (
    <DialogForm
      opened={opened}
      title={`Change the tier of ${name}`}
      what={`Now ${user.tier}. Handling charges of scans from now on go by the new tier; those that were earned stay as they are.`}
      submit="Change the tier"
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Radio.Group
        label="Tier"
        value={tier}
        onChange={(value) => setSelected(RETAILER_TIERS.find((one) => one === value) ?? null)}
        error={form.field('other').error ?? form.field('tier').error}
      >
        <Stack gap={8} mt={4}>
          {RETAILER_TIERS.map((value) => (
            <Radio
              key={value}
              value={value}
              label={formatWord(value)}
              data-autofocus={value === tier || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {merge.changes}
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
