import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import { OTHER } from '../../../../contract/reasons.ts'
import type { RefusalRow, ReversalRow } from '../../../../contract/platform/rule-reasons.ts'
import { keyOf, moved, type ReasonRow } from './reason-rows.ts'
import classes from './rules.module.css'
import type { FieldOf, FieldsProps } from './fields-props.ts'

type RowProps = {
  row: ReasonRow
  index: number
  last: boolean
  /** It was there before: it can be deactivated, not removed. */
  kept: boolean
  fieldOf: FieldOf
  onRow: (row: ReasonRow) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function Acts({ row, index, last, kept, onRow, onMove, onRemove }: RowProps): ReactElement {
  const name = row.label || `reason ${index + 1}`
  return (
    <div className={classes.rowActs}>
      <ActionIcon
        variant="default"
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={`Move ${name} down`}
        disabled={last}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
      {kept ? (
        <Checkbox
          label="Active"
          aria-label={`${name} is active`}
          checked={row.active}
          disabled={row.key === OTHER}
          onChange={() => onRow({ ...row, active: !row.active })}
        />
      ) : (
        <ActionIcon variant="default" aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

function Row(props: RowProps): ReactElement {
  const { row, index, kept, fieldOf, onRow } = props
  const { label, en, hi } = row
  return (
    <li className={classes.reason}>
      <TextInput
        label={`Name ${index + 1}`}
        value={label}
        onChange={(event) => onRow({ ...row, label: event.currentTarget.value })}
        {...fieldOf(`value.${index}.label`)}
      />
      <Acts {...props} />
      {en !== undefined && (
        <TextInput
          label="English"
          aria-label={`English ${index + 1}`}
          value={en}
          onChange={(event) => onRow({ ...row, en: event.currentTarget.value })}
          {...fieldOf(`value.${index}.en`)}
        />
      )}
      {hi !== undefined && (
        <TextInput
          lang="hi"
          label="Hindi"
          aria-label={`Hindi ${index + 1}`}
          value={hi}
          onChange={(event) => onRow({ ...row, hi: event.currentTarget.value })}
          {...fieldOf(`value.${index}.hi`)}
        />
      )}
      {!kept && <small className={classes.dim}>New</small>}
    </li>
  )
}

/** Reasons in their order. With words for the member in both languages where the list has them. */
export function ReasonFields<R extends RefusalRow | ReversalRow>({
  value,
  onChange,
  fieldOf,
}: FieldsProps<R[]>): ReactElement {
  const [before] = useState(() => value.map(({ key }) => key))
  const hasWords = value.some((row) => 'en' in row)
  const put = (rows: readonly ReasonRow[]): void => onChange(rows as R[])
  const setRow = (index: number, row: ReasonRow): void => {
    const others = value.filter((_, at) => at !== index).map(({ key }) => key)
    const key = before.includes(row.key) ? row.key : keyOf(row.label, others)
    put(value.map((one, at) => (at === index ? { ...row, key } : one)))
  }
  const add = (): void => {
    const key = keyOf(
      '',
      value.map((row) => row.key),
    )
    put([...value, { key, label: '', active: true, ...(hasWords && { en: '', hi: '' }) }])
  }
  return (
    <fieldset className={classes.rows}>
      <legend>Reasons, in the order in which they are offered</legend>
      <ol className={classes.reasons}>
        {value.map((row, index) => (
          <Row
            key={before.includes(row.key) ? row.key : `new-${index}`}
            row={row}
            index={index}
            last={index === value.length - 1}
            kept={before.includes(row.key)}
            fieldOf={fieldOf}
            onRow={(changed) => setRow(index, changed)}
            onMove={(by) => put(moved(value, index, by))}
            onRemove={() => put(value.filter((_, at) => at !== index))}
          />
        ))}
      </ol>
      <Button
        variant="default"
        size="xs"
        className={classes.add}
        leftSection={<IconPlus size={14} stroke={1.8} aria-hidden />}
        onClick={add}
      >
        Add a reason
      </Button>
    </fieldset>
  )
}
