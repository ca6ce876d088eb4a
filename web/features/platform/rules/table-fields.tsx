import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import {
  WEEK,
  WEEKDAYS,
  type Holidays,
  type WorkingHours,
} from '../../../../contract/platform/rule-calendar.ts'
import type { TableKey, Tables } from '../../../../contract/platform/rule-definitions.ts'
import type { FieldsProps } from './fields-props.ts'
import { KycFields } from './kyc-fields.tsx'
import { ReasonFields } from './reason-fields.tsx'
import classes from './rules.module.css'

const WHOLE_DAY = { opens: '00:00', closes: '24:00' }
const OFFICE = { opens: '09:00', closes: '18:00' }

function HoursFields({ value, onChange, fieldOf }: FieldsProps<WorkingHours>): ReactElement {
  const { days, opens, closes } = value
  const wholeDay = opens === WHOLE_DAY.opens && closes === WHOLE_DAY.closes
  return (
    <>
      <Checkbox.Group
        label="Working days"
        value={days.map(String)}
        onChange={(selected) =>
          onChange({ ...value, days: WEEK.filter((day) => selected.includes(String(day))) })
        }
        error={fieldOf('value.days').error}
      >
        <div className={classes.checks}>
          {WEEK.map((day) => (
            <Checkbox key={day} value={String(day)} label={WEEKDAYS[day]} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox
        label="Around the clock"
        checked={wholeDay}
        onChange={() => onChange({ ...value, ...(wholeDay ? OFFICE : WHOLE_DAY) })}
      />
      {!wholeDay && (
        <div className={classes.pair}>
          <TextInput
            label="Opens"
            description="In India, such as 09:30"
            value={opens}
            onChange={(event) => onChange({ ...value, opens: event.currentTarget.value })}
            {...fieldOf('value.opens')}
          />
          <TextInput
            label="Closes"
            description="24:00 is the end of the day"
            value={closes}
            onChange={(event) => onChange({ ...value, closes: event.currentTarget.value })}
            {...fieldOf('value.closes')}
          />
        </div>
      )}
    </>
  )
}

function HolidayFields({ value, onChange, fieldOf }: FieldsProps<Holidays>): ReactElement {
  const set = (index: number, changed: Partial<Holidays[number]>): void =>
    onChange(value.map((row, at) => (at === index ? { ...row, ...changed } : row)))
  return (
    <fieldset className={classes.rows}>
      <legend>Holidays</legend>
      {value.length === 0 && <p className={classes.dim}>None yet.</p>}
      {value.map(({ day, name }, index) => (
        <div key={index} className={classes.holiday}>
          <TextInput
            type="date"
            aria-label={`Day of holiday ${index + 1}`}
            value={day}
            onChange={(event) => set(index, { day: event.currentTarget.value })}
            {...fieldOf(`value.${index}.day`)}
          />
          <TextInput
            aria-label={`Name of holiday ${index + 1}`}
            placeholder="Name"
            value={name}
            onChange={(event) => set(index, { name: event.currentTarget.value })}
            {...fieldOf(`value.${index}.name`)}
          />
          <ActionIcon
            variant="default"
            size={36}
            aria-label={`Remove holiday ${index + 1}`}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        className={classes.add}
        leftSection={<IconPlus size={14} stroke={1.8} aria-hidden />}
        onClick={() => onChange([...value, { day: '', name: '' }])}
      >
        Add a holiday
      </Button>
    </fieldset>
  )
}

type Forms = { [K in TableKey]: (props: FieldsProps<Tables[K]>) => ReactElement }
const FORMS: Forms = {
  workingHours: HoursFields,
  holidays: HolidayFields,
  kycRequired: KycFields,
  kycRefusals: ReasonFields,
  redemptionRefusals: ReasonFields,
  reversalReasons: ReasonFields,
}

/** The form of a table. */
export function TableFields<K extends TableKey>({
  rule,
  ...props
}: { rule: K } & FieldsProps<Tables[K]>): ReactElement {
  const Form = FORMS[rule] as (props: FieldsProps<Tables[K]>) => ReactElement
  return <Form {...props} />
}
