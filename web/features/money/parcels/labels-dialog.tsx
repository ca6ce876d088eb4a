import { Radio, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { useLocalStorage } from '@mantine/hooks'
import { useState, type ReactElement } from 'react'
import {
  LABEL_LAYOUTS,
  printLabels,
  whereTo,
  type LabelLayout,
} from '../../../../contract/money/parcels.ts'
import { download } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { SelectedRows } from '../../../ui/selected-rows.tsx'
import { FormBody } from '../../../ui/dialog-form.tsx'
import { ManyDialog } from '../../../ui/many-dialog.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import type { ManyProps } from './dispatch-dialog.tsx'

const LAYOUTS: Record<LabelLayout, { label: string; description: string }> = {
  a6: { label: 'A6, one label a page', description: 'For a label printer' },
  a4: {
    label: 'A4, four labels a page',
    description: 'For an office printer; cut along the lines',
  },
}
const isLayout = (text: string): text is LabelLayout => text in LAYOUTS

function LabelsForm({ rows, onClose }: Pick<ManyProps, 'rows' | 'onClose'>): ReactElement {
  const [kept, keep] = useLocalStorage<LabelLayout>({
    key: 'hil.labels',
    defaultValue: 'a6',
    getInitialValueInEffect: false,
  })
  const [layout, setLayout] = useState(kept)
  const { busy, error, send } = useSending(async () => {
    const redemptionIds = rows.map(({ redemptionId }) => redemptionId)
    await download(printLabels, { body: { redemptionIds, layout } }, `parcel-labels-${layout}.pdf`)
    keep(layout)
    notifyDone(`${formatAmount(rows.length, 'label is', 'labels are')} in your downloads.`)
    onClose()
  })
  return (
    <FormBody
      submit={`Make ${formatAmount(rows.length, 'label')}`}
      busy={busy}
      failure={error}
      kept="What you chose is kept."
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <Text>
        A PDF with names, addresses and phone numbers. The record keeps that you printed it.
      </Text>
      <SelectedRows
        rows={rows.map((row) => ({
          id: row.redemptionId,
          title: row.memberName,
          about: `${row.number} · ${whereTo(row)}`,
        }))}
      />
      <Radio.Group
        label="Paper"
        value={layout}
        onChange={(value) => isLayout(value) && setLayout(value)}
      >
        <Stack gap="xs" mt="xs">
          {LABEL_LAYOUTS.map((value) => (
            <Radio
              key={value}
              value={value}
              {...LAYOUTS[value]}
              data-autofocus={value === layout || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
    </FormBody>
  )
}

/** Labels of parcels as one file. What was chosen stays chosen: it is handed over next. */
export function LabelsDialog({ rows, ...dialog }: ManyProps): ReactElement {
  return (
    <ManyDialog about={rows} title="Print labels" {...dialog}>
      {(kept, { onClose }) => <LabelsForm rows={kept} onClose={onClose} />}
    </ManyDialog>
  )
}
