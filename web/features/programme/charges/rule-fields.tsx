import { Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactElement, type ReactNode } from 'react'
import { chargeWords } from '../../../../contract/programme/charge-words.ts'
import {
  CHARGE_KINDS,
  RETAILER_TIERS,
  type ChargeKind,
} from '../../../../contract/programme/charges.ts'
import { dayOf } from '../../../../contract/time.ts'
import { MissingMaster } from '../../../ui/missing-master.tsx'
import { canBeRead, termsOf, type Draft } from './rule-draft.ts'
import { catalogueOptions } from '../../people/catalogue/catalogue.ts'
import classes from './rule-form.module.css'
import { tierName } from './rule-words.tsx'

export type FieldProps = { error: string | undefined; onBlur: () => void }

const KIND_NAMES: Record<ChargeKind, string> = {
  coupon: 'An amount for each coupon',
  percent: 'A percentage of the coupon’s value',
}

function Choices({
  legend,
  hint,
  error,
  children,
}: {
  legend: string
  hint?: string
  error?: string | undefined
  children: ReactNode
}): ReactElement {
  const id = useId()
  return (
    <fieldset className={classes.set} aria-describedby={error ? id : undefined}>
      <legend>
        {legend}
        {hint && <small>{hint}</small>}
      </legend>
      <div className={classes.options}>{children}</div>
      {error && (
        <p id={id} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Any number of a few things; none means every one. */
function Ticks<T extends string>({
  options,
  selected,
  nameOf,
  onChange,
  onBlur,
}: {
  options: readonly T[]
  selected: readonly T[]
  nameOf: (option: T) => string
  onChange: (selected: T[]) => void
  onBlur: () => void
}): ReactElement {
  const id = useId()
  return (
    <>
      {options.map((option) => (
        <label key={option} htmlFor={id + option}>
          <input
            id={id + option}
            type="checkbox"
            checked={selected.includes(option)}
            onBlur={onBlur}
            onChange={() =>
              onChange(options.filter((one) => selected.includes(one) !== (one === option)))
            }
          />
          {nameOf(option)}
        </label>
      ))}
    </>
  )
}

/** The rule as it will read, while it is typed. */
function InWords({ draft }: { draft: Draft }): ReactElement {
  const terms = termsOf(draft)
  const whole = canBeRead(terms)
  return (
    <p className={classes.words} data-whole={whole || undefined} aria-live="polite">
      {whole
        ? chargeWords(terms)
        : 'With an amount and a first day the rule can be read here in words.'}
    </p>
  )
}

function AmountField({
  draft,
  set,
  field,
}: {
  draft: Draft
  set: (values: Partial<Draft>) => void
  field: (...names: string[]) => FieldProps
}): ReactElement {
  const coupon = draft.kind === 'coupon'
  return (
    <TextInput
      className={classes.half}
      label={coupon ? 'Amount in rupees' : 'Percent'}
      description={
        coupon ? 'For each coupon, at most ₹1,000' : 'Of the coupon’s points in money, at most 50'
      }
      inputMode="decimal"
      autoComplete="off"
      leftSection={coupon ? '₹' : undefined}
      rightSection={coupon ? undefined : '%'}
      value={coupon ? draft.amount : draft.percent}
      onChange={({ currentTarget: { value } }) =>
        set(coupon ? { amount: value } : { percent: value })
      }
      {...field('typed', coupon ? 'paise' : 'basisPoints')}
    />
  )
}

/** The fields of a rule, and the rule in words. */
export function RuleFields({
  draft,
  onDraft,
  field,
}: {
  draft: Draft
  onDraft: (draft: Draft) => void
  field: (...names: string[]) => FieldProps
}): ReactElement {
  const name = useId()
  const [today] = useState(() => dayOf(new Date()))
  const { data } = useQuery(catalogueOptions())
  const set = (values: Partial<Draft>): void => onDraft({ ...draft, ...values })
  const groups = field('productGroups')
  const active = data?.groups.flatMap((group) => (group.active ? group.name : [])) ?? []
  const tiers = field('tiers')
  return (
    <div className={classes.fields}>
      <Choices legend="Products" hint="None selected: every product." error={groups.error}>
        <Ticks
          options={[...new Set([...active, ...draft.productGroups])]}
          selected={draft.productGroups}
          nameOf={(group) => group}
          onChange={(productGroups) => set({ productGroups })}
          onBlur={groups.onBlur}
        />
        {data?.groups.length === 0 && <MissingMaster what="product-groups" />}
      </Choices>
      <Choices legend="Tiers of the retailer" hint="None selected: every tier." error={tiers.error}>
        <Ticks
          options={RETAILER_TIERS}
          selected={draft.tiers}
          nameOf={tierName}
          onChange={(selected) => set({ tiers: selected })}
          onBlur={tiers.onBlur}
        />
      </Choices>
      <Choices legend="It pays" error={field('kind').error}>
        {CHARGE_KINDS.map((kind) => (
          <label key={kind} htmlFor={name + kind}>
            <input
              id={name + kind}
              type="radio"
              name={name}
              checked={draft.kind === kind}
              onChange={() => set({ kind })}
            />
            {KIND_NAMES[kind]}
          </label>
        ))}
      </Choices>
      <AmountField draft={draft} set={set} field={field} />
      <TextInput
        className={classes.half}
        type="date"
        label="First day"
        // As beside it, so that the fields stand on one line.
        description="From the first scan of that day"
        min={today}
        value={draft.fromDay}
        onChange={(event) => set({ fromDay: event.currentTarget.value })}
        {...field('firstDay', 'fromDay')}
      />
      <TextInput
        className={classes.half}
        type="date"
        label="Last day (optional)"
        description="Included; left empty it runs until further notice"
        min={draft.fromDay || today}
        value={draft.toDay}
        onChange={(event) => set({ toDay: event.currentTarget.value })}
        {...field('toDay')}
      />
      <Textarea
        label="Note (optional)"
        autosize
        minRows={1}
        maxRows={4}
        value={draft.note}
        onChange={(event) => set({ note: event.currentTarget.value })}
        {...field('note')}
      />
      <InWords draft={draft} />
    </div>
  )
}
