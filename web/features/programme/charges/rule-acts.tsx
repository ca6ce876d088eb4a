import { Button, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { chargeRate } from '../../../../contract/programme/charge-words.ts'
import {
  deleteChargeRule,
  editChargeRule,
  getChargeRule,
  type ChargeRule,
} from '../../../../contract/programme/charges.ts'
import { can } from '../../../../contract/permissions.ts'
import { dayOf } from '../../../../contract/time.ts'
import { call } from '../../../lib/api.ts'
import { formatDay } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useRole } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { useMerge } from '../../../ui/edit/use-merge.tsx'
import { useKept } from '../../../ui/use-kept.ts'
import { useSending } from '../../../ui/use-sending.ts'
import { draftOf, termsOf } from './rule-draft.ts'
import classes from './rule-drawer.module.css'
import { EditRuleDialog } from './rule-editor.tsx'
import { keepRule } from './rule-queries.ts'

type DialogProps = { rule: ChargeRule; opened: boolean; onClose: () => void }

const termsUntil = (rule: ChargeRule, toDay: string | null) => ({
  ...termsOf(draftOf(rule)),
  toDay,
})

/** Another last day for a rule that has begun; nothing else of it can be changed. */
function LastDayDialog({ rule, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const [today] = useState(() => dayOf(new Date()))
  const [toDay, setToDay] = useState(rule.toDay ?? '')
  const [reason, setReason] = useState('')
  const { ruleId } = rule
  const terms = termsUntil(rule, toDay || null)
  const form = useDialogForm(editChargeRule, { terms, reason, version: 0 })
  const merge = useMerge({
    item: rule,
    draft: { toDay },
    onDraft: (draft) => setToDay(draft.toDay),
    draftOf: (now: ChargeRule) => ({ toDay: now.toDay ?? '' }),
    load: () => call(getChargeRule, { params: { ruleId } }),
  })
  const submit = (): void =>
    void form.send((body) =>
      merge.saving(async (version) => {
        const saved = { params: { ruleId }, body: { ...body, version } }
        keepRule(client, await call(editChargeRule, saved))
        notifyDone(
          toDay
            ? `Rule ${ruleId} runs to ${formatDay(toDay)}.`
            : `Rule ${ruleId} runs until further notice.`,
        )
        onClose()
      }),
    )
  const { error, onBlur } = form.field('terms.toDay')
  return (
    <DialogForm
      opened={opened}
      title={`Last day of rule ${ruleId}`}
      what={`It has begun and pays ${chargeRate(rule)}: only its last day can be changed. For other terms end it and make a new rule.`}
      submit="Save the last day"
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        type="date"
        label="Last day"
        description="Included; left empty it runs until further notice"
        data-autofocus
        min={today}
        value={toDay}
        onChange={(event) => setToDay(event.currentTarget.value)}
        error={error ?? form.field('toDay').error}
        onBlur={onBlur}
      />
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

function EndDialog({ rule, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const { ruleId } = rule
  const [today] = useState(() => dayOf(new Date()))
  const end = async (reason: string): Promise<void> => {
    const body = { terms: termsUntil(rule, today), reason, version: rule.version }
    keepRule(client, await call(editChargeRule, { params: { ruleId }, body }))
    notifyDone(`Rule ${ruleId} ends today.`)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`End rule ${ruleId}`}
      what={`Today, ${formatDay(today)}, is its last day: from tomorrow on no scan earns ${chargeRate(rule)} by it. What it paid stays paid.`}
      submit="End it today"
      danger
      onConfirm={end}
      onClose={onClose}
    />
  )
}

function TakeBackDialog({
  rule: { ruleId, fromDay },
  opened,
  onGone,
  onClose,
}: DialogProps & { onGone: () => void }): ReactElement {
  const client = useQueryClient()
  const { busy, error, send } = useSending(async () => {
    await call(deleteChargeRule, { params: { ruleId } })
    notifyDone(`Rule ${ruleId} is taken back.`)
    onClose()
    onGone()
    await client.invalidateQueries({ queryKey: ['charge-rules', 'page'] })
    await client.invalidateQueries({ queryKey: ['charge-rules', 'head'] })
  })
  return (
    <DialogForm
      opened={opened}
      title={`Take back rule ${ruleId}`}
      what={`It would begin on ${formatDay(fromDay)} and has paid nothing. It goes from the list; the record keeps that it was there, with your name.`}
      submit="Take it back"
      danger
      busy={busy}
      failure={error}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {null}
    </DialogForm>
  )
}

type ActName = 'edit' | 'take back' | 'last day' | 'end'

const ACTS: Record<ChargeRule['status'], readonly (readonly [ActName, label: string])[]> = {
  coming: [
    ['edit', 'Edit'],
    ['take back', 'Take back'],
  ],
  running: [
    ['last day', 'Change the last day'],
    ['end', 'End'],
  ],
  ended: [],
}

/** What may be done with a rule where it stands, by those who may. */
export function RuleActs({
  rule,
  onDialog,
  onGone,
}: {
  rule: ChargeRule
  onDialog: (opened: boolean) => void
  onGone: () => void
}): ReactElement | null {
  const role = useRole()
  const [open, setOpen] = useState<ActName | null>(null)
  const version = useKept(rule.version, open === null)
  const acts = ACTS[rule.status]
  const turn = (name: ActName | null): void => {
    setOpen(name)
    onDialog(name !== null)
  }
  const props = (name: ActName) => ({ rule, opened: open === name, onClose: () => turn(null) })
  if (!can(role, 'charges.edit')) return null
  return (
    <>
      {acts.length > 0 && (
        <div className={classes.acts}>
          {acts.map(([name, label]) => (
            <Button key={name} size="xs" variant="default" onClick={() => turn(name)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <EditRuleDialog key={version} {...props('edit')} />
      <LastDayDialog key={`last day ${version}`} {...props('last day')} />
      <EndDialog {...props('end')} />
      <TakeBackDialog {...props('take back')} onGone={onGone} />
    </>
  )
}
