import { TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import { SHIFT_LABELS, SHIFTS, type PlantShifts } from '../../../../contract/people/shifts.ts'
import classes from '../masters/masters.module.css'
import type { FieldState } from '../masters/text-fields.tsx'
import own from './shift-times.module.css'

/** When each shift begins and ends, by the clock of the plant. */
export function ShiftTimes({
  shifts,
  onShifts,
  field,
}: {
  shifts: PlantShifts
  onShifts: (shifts: PlantShifts) => void
  field: (name: string) => FieldState
}): ReactElement {
  return (
    <fieldset className={`${classes.wide} ${own.shifts}`}>
      <legend>Shifts</legend>
      <p>
        Indian time. A shift that ends before it begins ends on the next day. A worker with a PIN
        stays signed in until the shift ends.
      </p>
      {SHIFTS.map((name) => (
        <div key={name} className={own.shift}>
          <span>{SHIFT_LABELS[name]}</span>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="time"
              aria-label={`Shift ${SHIFT_LABELS[name]} ${end === 'from' ? 'begins' : 'ends'}`}
              value={shifts[name][end]}
              onChange={(event) =>
                onShifts({
                  ...shifts,
                  [name]: { ...shifts[name], [end]: event.currentTarget.value },
                })
              }
              {...field(`shifts.${name}.${end}`)}
            />
          ))}
        </div>
      ))}
    </fieldset>
  )
}
