import { NumberInput } from '@mantine/core'
import type { ReactElement } from 'react'
import type { LabelSheet } from '../../../../contract/programme/label-sheets.ts'
import classes from './print-dialog.module.css'
import type { PrintSettings } from './print-settings.ts'
import '@mantine/core/styles/NumberInput.layer.css'

const LABEL = [
  ['labelWidth', 'Label width (mm)'],
  ['labelHeight', 'Label height (mm)'],
] as const
const PAGE = [
  ['pageWidth', 'Page width (mm)'],
  ['pageHeight', 'Page height (mm)'],
  ...LABEL,
  ['columns', 'Labels across'],
  ['rows', 'Labels down'],
  ['marginLeft', 'Left margin (mm)'],
  ['marginTop', 'Top margin (mm)'],
  ['gapAcross', 'Gap across (mm)'],
  ['gapDown', 'Gap down (mm)'],
] as const

/** The sizes of a sheet of one's own; of a thermal printer the label alone. */
export function SheetFields({
  settings,
  onChange,
  field,
}: {
  settings: PrintSettings
  onChange: (custom: PrintSettings['custom']) => void
  field: (name: string) => { error: string | undefined; onBlur: () => void }
}): ReactElement {
  const { custom, format } = settings
  const fields: readonly (readonly [keyof LabelSheet, string])[] = format === 'zpl' ? LABEL : PAGE
  return (
    <div className={classes.pair}>
      {fields.map(([key, label]) => (
        <NumberInput
          key={key}
          label={label}
          allowNegative={false}
          allowDecimal={key !== 'columns' && key !== 'rows'}
          decimalScale={2}
          clampBehavior="none"
          hideControls
          value={custom[key]}
          onChange={(value) => onChange({ ...custom, [key]: value })}
          {...field(`sheet.${key}`)}
        />
      ))}
    </div>
  )
}
