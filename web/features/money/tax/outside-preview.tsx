import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconEqual, IconPlus, IconX, type Icon } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import {
  applyOutsideBenefits,
  OUTSIDE_COLUMNS,
  type OutsidePreview,
} from '../../../../contract/money/tax.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { SheetPreview, type SheetColumn } from '../../../ui/sheet-preview.tsx'
import { Tag, type Tone } from '../../../ui/tag.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import classes from './outside-benefits.module.css'

type Row = OutsidePreview['rows'][number]
type Style = { label: string; kind: string; tone: Tone; Picture: Icon }
const STYLES: Record<Row['outcome'], Style> = {
  add: { label: 'Will be counted', kind: 'To count', tone: 'green', Picture: IconPlus },
  added: { label: 'Counted', kind: 'Counted', tone: 'green', Picture: IconCircleCheck },
  repeated: { label: 'Counted before', kind: 'Before', tone: 'gray', Picture: IconEqual },
  refused: { label: 'Left out', kind: 'Problems', tone: 'red', Picture: IconX },
}
const OUTCOMES = ['add', 'added', 'repeated', 'refused'] as const
const MONEY: ReadonlySet<string> = new Set(['Value', 'Tax deducted'])

const columns: readonly SheetColumn<Row>[] = [
  {
    header: 'What it does',
    render: ({ outcome }) => {
      const { label, tone, Picture } = STYLES[outcome]
      return (
        <Tag tone={tone} Picture={Picture}>
          {label}
        </Tag>
      )
    },
  },
  { header: 'Why', long: true, render: ({ reason }) => reason },
  { header: 'Member', render: ({ memberName }) => memberName },
  ...OUTSIDE_COLUMNS.map((header, index): SheetColumn<Row> => ({
    header,
    ...(MONEY.has(header) && { align: 'right' as const }),
    render: ({ given }) => given[index],
  })),
]

/** What the file would add, row by row, before it is counted. */
export function OutsidePreviewView({
  preview,
  onChange,
  onBack,
}: {
  preview: OutsidePreview
  onChange: (preview: OutsidePreview) => void
  onBack: () => void
}): ReactElement {
  const { counts, fileId, name, rows, valuePaise, state } = preview
  const waits = state === 'preview'
  const { busy, error, send } = useSending(async () => {
    const after = await call(applyOutsideBenefits, {
      params: { fileId },
      body: { rows: counts.add },
    })
    onChange(after)
    notifyDone(`${formatAmount(after.counts.added, 'benefit is', 'benefits are')} counted.`)
  })
  return (
    <div className={classes.body}>
      <div>
        <Text fw={550} className={classes.name}>
          {name}
        </Text>
        <Text c="dimmed">
          {waits
            ? `${formatAmount(rows.length, 'row')}; ${formatAmount(counts.add, 'benefit')} worth ${formatPaise(valuePaise)} would be counted. Nothing is counted yet.`
            : formatAmount(rows.length, 'row')}
        </Text>
      </div>
      {!waits && (
        <Alert color="green" icon={<IconCircleCheck size={18} />}>
          {`${formatAmount(counts.added, 'benefit is', 'benefits are')} counted from this file.`}
        </Alert>
      )}
      <SheetPreview
        label="Rows of the file"
        rows={rows}
        outcomes={OUTCOMES.map((key) => ({ key, label: STYLES[key].kind, count: counts[key] }))}
        outcomeOf={({ outcome }) => outcome}
        columns={columns}
      />
      {error !== null && <FailureAlert error={error} title="Nothing was counted" />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack} disabled={busy}>
          {waits ? 'Leave it' : 'Back'}
        </Button>
        {waits && (
          <Button loading={busy} disabled={counts.add === 0} onClick={() => void send()}>
            {counts.add === 0 ? 'Nothing to count' : `Count ${formatAmount(counts.add, 'benefit')}`}
          </Button>
        )}
      </Group>
    </div>
  )
}
