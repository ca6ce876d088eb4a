import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  editChargeRule,
  getChargeRule,
  makeChargeRule,
  type ChargeRule,
} from '../../../../contract/programme/charges.ts'
import { call } from '../../../lib/api.ts'
import { useDraftState } from '../../../lib/kept-drafts.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { useMerge } from '../../../ui/edit/use-merge.tsx'
import { draftOf, EMPTY, termsOf, typingFaults, type Draft } from './rule-draft.ts'
import { RuleFields, type FieldProps } from './rule-fields.tsx'
import { keepRule } from './rule-queries.ts'

const WIDTH = 600

/** A new rule; closing keeps what was typed, and so does a failure. */
export function NewRuleDialog({
  opened,
  onMade,
  onClose,
}: {
  opened: boolean
  onMade: (rule: ChargeRule) => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useDraftState('charge-rule', () => EMPTY)
  const [round, setRound] = useState(0)
  const made = (rule: ChargeRule): void => {
    keepRule(client, rule)
    setDraft(EMPTY)
    setRound((before) => before + 1)
    notifyDone(`Rule ${rule.ruleId} stands.`)
    onMade(rule)
  }
  return (
    <NewRuleForm
      key={round}
      draft={draft}
      onDraft={setDraft}
      opened={opened}
      onMade={made}
      onClose={onClose}
    />
  )
}

type DraftProps = { draft: Draft; onDraft: (draft: Draft) => void }

function NewRuleForm({
  draft,
  onDraft,
  opened,
  onMade,
  onClose,
}: DraftProps & {
  opened: boolean
  onMade: (rule: ChargeRule) => void
  onClose: () => void
}): ReactElement {
  const form = useDialogForm(makeChargeRule, termsOf(draft), typingFaults(draft))
  const submit = (): void =>
    void form.send(async (body) => onMade(await call(makeChargeRule, { body })))
  return (
    <DialogForm
      opened={opened}
      title="New rule"
      what="Credited scans that name a retailer earn that retailer a charge by it, from its first day on. Until then it can be changed and taken back."
      submit="Make the rule"
      size={WIDTH}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <RuleFields draft={draft} onDraft={onDraft} field={fieldOf(form, '')} />
    </DialogForm>
  )
}

/** The problem of a field by any of its names, in a body where it stands under `within`. */
function fieldOf(
  { field }: Pick<ReturnType<typeof useDialogForm>, 'field'>,
  within: string,
): (...names: string[]) => FieldProps {
  return (...names) => {
    const fields = names.flatMap((name) => [field(name), field(within + name)])
    return {
      error: fields.find(({ error }) => error !== undefined)?.error,
      onBlur: () => fields.forEach(({ onBlur }) => onBlur()),
    }
  }
}

/** Changes a rule that has not begun. */
export function EditRuleDialog({
  rule,
  opened,
  onClose,
}: {
  rule: ChargeRule
  opened: boolean
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(rule))
  const [reason, setReason] = useState('')
  const { ruleId } = rule
  const body = { terms: termsOf(draft), reason, version: 0 }
  const merge = useMerge({
    item: rule,
    draft,
    onDraft: setDraft,
    draftOf,
    load: () => call(getChargeRule, { params: { ruleId } }),
  })
  const form = useDialogForm(editChargeRule, body, typingFaults(draft))
  const submit = (): void =>
    void form.send((body) =>
      merge.saving(async (version) => {
        const saved = { params: { ruleId }, body: { ...body, version } }
        keepRule(client, await call(editChargeRule, saved))
        notifyDone(`Rule ${ruleId} is changed.`)
        onClose()
      }),
    )
  return (
    <DialogForm
      opened={opened}
      title={`Edit rule ${ruleId}`}
      what="It has not begun: all of it can be changed, and nothing was paid by it."
      submit="Save the rule"
      size={WIDTH}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <RuleFields draft={draft} onDraft={setDraft} field={fieldOf(form, 'terms.')} />
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
