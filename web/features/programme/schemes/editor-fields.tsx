import { Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { STATES } from '../../../../contract/india.ts'
import { MEMBER_KINDS, memberKind } from '../../../../contract/people/members.ts'
import { SCHEME_KINDS } from '../../../../contract/programme/schemes.ts'
import { formatWord } from '../../../lib/format.ts'
import { MissingMaster } from '../../../ui/missing-master.tsx'
import { catalogueOptions } from '../../people/catalogue/catalogue.ts'
import { masterChoices } from '../../people/catalogue/master-choices.ts'
import { distributorChoices } from '../../people/catalogue/distributor-choices.ts'
import { Choices, commonProps, fieldId, WholeNumber, type EditorProps } from './editor-parts.tsx'
import classes from './editor.module.css'
import { RadioCards } from './radio-cards.tsx'
import { KIND_WORDS } from './scheme-words.tsx'
import { SlabRows } from './slab-rows.tsx'
import { WarningNotes } from './warning-note.tsx'

const KINDS = SCHEME_KINDS.map((value) => ({ value, ...KIND_WORDS[value] }))
const TYPE_CHOICES = MEMBER_KINDS.map((value) => ({ value, label: formatWord(value) }))
const STATE_CHOICES = STATES.map(({ id, name }) => ({ value: String(id), label: name }))
const TOGETHER = [
  {
    value: 'alone',
    label: 'Gives alone',
    about: 'Not where a scheme before it gave, and none after it gives',
  },
  {
    value: 'stacks',
    label: 'Stacks',
    about: 'Gives on top of other schemes that stack',
  },
] as const

function Part({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Gives(editor: EditorProps): ReactElement {
  const { form } = editor
  const { kind, percent, points } = form.draft
  return (
    <Part title="What it gives">
      <RadioCards
        legend="Kind"
        choices={KINDS}
        value={kind}
        onChange={(kind) => form.set({ kind })}
      />
      {kind !== 'slab' && (
        <div className={classes.two}>
          {kind === 'multiplier' ? (
            <WholeNumber
              {...editor}
              path="value"
              label="Percent of the coupon’s points"
              help="150 gives half of them on top"
              suffix=" %"
              value={percent}
              onChange={(percent) => form.set({ percent })}
            />
          ) : (
            <WholeNumber
              {...editor}
              path="value"
              label="Points for each scan"
              help="On top of the coupon’s own"
              value={points}
              onChange={(points) => form.set({ points })}
            />
          )}
        </div>
      )}
      {kind === 'slab' && <SlabRows {...editor} />}
    </Part>
  )
}

function Days(editor: EditorProps): ReactElement {
  const { form } = editor
  const { fromDay, toDay } = form.draft
  return (
    <Part title="When">
      <div className={classes.two}>
        <TextInput
          {...commonProps(editor, 'fromDay')}
          label="First day"
          type="date"
          value={fromDay}
          onChange={(event) => form.set({ fromDay: event.currentTarget.value })}
        />
        <TextInput
          {...commonProps(editor, 'toDay', 'Included')}
          label="Last day"
          type="date"
          min={fromDay}
          value={toDay}
          onChange={(event) => form.set({ toDay: event.currentTarget.value })}
        />
      </div>
    </Part>
  )
}

function Conditions(editor: EditorProps): ReactElement {
  const { form } = editor
  const { data } = useQuery(catalogueOptions())
  const { memberKinds, states, productIds, distributorIds } = form.draft
  return (
    <Part title="Members and products">
      <div className={classes.two}>
        <Choices
          {...editor}
          path="memberKinds"
          label="Member types"
          choices={TYPE_CHOICES}
          value={memberKinds}
          onChange={(selected) =>
            form.set({ memberKinds: selected.map((one) => memberKind.parse(one)) })
          }
        />
        <Choices
          {...editor}
          path="states"
          label="States"
          choices={STATE_CHOICES}
          value={states}
          onChange={(states) => form.set({ states })}
        />
      </div>
      <Choices
        {...editor}
        path="productIds"
        label="Products"
        choices={masterChoices(data?.products, ({ productId }) => productId, productIds)}
        value={productIds}
        onChange={(productIds) => form.set({ productIds })}
      />
      {data?.products.length === 0 && <MissingMaster what="products" />}
      <Choices
        {...editor}
        path="distributorIds"
        label="Distributors"
        choices={distributorChoices(data?.distributors, distributorIds)}
        value={distributorIds}
        onChange={(distributorIds) => form.set({ distributorIds })}
      />
    </Part>
  )
}

function Limits(editor: EditorProps): ReactElement {
  const { form, warnings } = editor
  const { budget, capPerMember, priority, stacks } = form.draft
  return (
    <Part title="Limits">
      <div className={classes.two}>
        <WholeNumber
          {...editor}
          path="budget"
          label="Budget"
          help="Points in all"
          value={budget}
          onChange={(budget) => form.set({ budget })}
        />
        <WholeNumber
          {...editor}
          path="capPerMember"
          label="The most for one member (optional)"
          help="Points in all its days"
          placeholder="No limit"
          value={capPerMember}
          onChange={(capPerMember) => form.set({ capPerMember })}
        />
      </div>
      <RadioCards
        id={fieldId('stacks')}
        legend="Beside other schemes"
        choices={TOGETHER}
        value={stacks ? 'stacks' : 'alone'}
        onChange={(selected) => form.set({ stacks: selected === 'stacks' })}
      >
        <WarningNotes warnings={warnings} field="stacks" />
      </RadioCards>
      <div className={classes.two}>
        <WholeNumber
          {...editor}
          path="priority"
          label="Turn"
          help="From 1, which has its turn first, to 100"
          value={priority}
          onChange={(priority) => form.set({ priority })}
        />
      </div>
    </Part>
  )
}

/** All that a scheme is made of, in the order in which its rule is read. */
export function EditorFields(editor: EditorProps): ReactElement {
  const { form } = editor
  return (
    <div className={classes.fields}>
      <TextInput
        {...commonProps(editor, 'name')}
        label="Name"
        data-autofocus
        value={form.draft.name}
        onChange={(event) => form.set({ name: event.currentTarget.value })}
      />
      <Gives {...editor} />
      <Days {...editor} />
      <Conditions {...editor} />
      <Limits {...editor} />
      <Textarea
        {...commonProps(editor, 'note', 'Seen by staff only')}
        label="Note (optional)"
        autosize
        minRows={2}
        maxRows={6}
        value={form.draft.note}
        onChange={(event) => form.set({ note: event.currentTarget.value })}
      />
    </div>
  )
}
