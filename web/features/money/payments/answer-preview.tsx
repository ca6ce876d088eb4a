import { Alert, Button, Group, Text } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconEqual,
  IconInfoCircle,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import {
  ANSWER_OUTCOMES,
  applyBankAnswer,
  type AnswerRow,
  type BankAnswer,
} from '../../../../contract/money/bank-files.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount, formatMoment } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { SheetPreview, type SheetColumn } from '../../../ui/sheet-preview.tsx'
import { Tag, type Tone } from '../../../ui/tag.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import classes from './bank-desk.module.css'
import { refreshPayments } from './payment-queries.ts'

type Outcome = AnswerRow['outcome']
type Style = { label: string; after: string; tone: Tone; Picture: Icon }
const STYLES: Record<Outcome, Style> = {
  pay: { label: 'Will be paid', after: 'Paid', tone: 'green', Picture: IconCircleCheck },
  fail: { label: 'Will fail', after: 'Failed', tone: 'yellow', Picture: IconCircleX },
  reverse: {
    label: 'Will be reversed',
    after: 'Reversed',
    tone: 'yellow',
    Picture: IconArrowBackUp,
  },
  same: { label: 'Changes nothing', after: 'Changes nothing', tone: 'gray', Picture: IconEqual },
  refused: { label: 'Left out', after: 'Left out', tone: 'red', Picture: IconX },
}
const KIND_LABELS: Record<Outcome, string> = {
  pay: 'Paid',
  fail: 'Failed',
  reverse: 'Reversed',
  same: 'No change',
  refused: 'Problems',
}

const columns: readonly SheetColumn<AnswerRow>[] = [
  {
    header: 'What it does',
    render: ({ outcome, applied }) => {
      const { label, after, tone, Picture } = STYLES[outcome]
      return (
        <Tag tone={tone} Picture={Picture}>
          {applied ? after : label}
        </Tag>
      )
    },
  },
  { header: 'Why', long: true, render: ({ reason }) => reason },
  { header: 'Reference', render: ({ reference }) => <b>{reference}</b> },
  { header: 'Member', render: ({ memberName }) => memberName },
  { header: 'Amount', align: 'right', render: ({ amount }) => amount },
  { header: 'Status', render: ({ status }) => status },
  { header: 'UTR', render: ({ utr }) => utr },
]

const changesOf = ({ counts }: BankAnswer): number => counts.pay + counts.fail + counts.reverse

function Notice({ answer }: { answer: BankAnswer }): ReactElement | null {
  const { state, cameBefore, cameAt, cameBy, appliedAt, appliedBy } = answer
  if (state === 'applied') {
    return (
      <Alert color="green" icon={<IconCircleCheck size={18} />}>
        {`Applied${appliedAt ? ` on ${formatMoment(appliedAt)}` : ''}${appliedBy ? ` by ${appliedBy}` : ''}.`}
        {cameBefore && ' The very same file came before; it changes nothing again.'}
      </Alert>
    )
  }
  if (!cameBefore) return null
  return (
    <Alert color="blue" icon={<IconInfoCircle size={18} />}>
      {`The very same file came on ${formatMoment(cameAt)} from ${cameBy} and was not applied. This is that one.`}
    </Alert>
  )
}

/** What the bank's answer would do, row by row, before it is applied. */
export function AnswerPreview({
  answer,
  onChange,
  onBack,
}: {
  answer: BankAnswer
  onChange: (answer: BankAnswer) => void
  onBack: () => void
}): ReactElement {
  const client = useQueryClient()
  const changes = changesOf(answer)
  const { counts, rows, answerId } = answer
  const { busy, error, send } = useSending(async () => {
    try {
      const params = { answerId }
      onChange(await call(applyBankAnswer, { params, body: { changes } }))
      notifyDone(
        `${formatAmount(changes, 'payment is', 'payments are')} settled by the bank’s answer.`,
      )
    } finally {
      void refreshPayments(client)
    }
  })
  const waits = answer.state === 'preview'
  return (
    <div className={classes.desk}>
      <div>
        <Text fw={550} className={classes.name}>
          {answer.name}
        </Text>
        <Text c="dimmed">
          {waits
            ? `${formatAmount(rows.length, 'row')}, of which ${formatAmount(changes, 'changes', 'change')} something. Nothing is applied yet.`
            : formatAmount(rows.length, 'row')}
        </Text>
      </div>
      <Notice answer={answer} />
      <SheetPreview
        label="Rows of the bank’s answer"
        rows={rows}
        outcomes={ANSWER_OUTCOMES.map((key) => ({
          key,
          label: KIND_LABELS[key],
          count: counts[key],
        }))}
        outcomeOf={({ outcome }) => outcome}
        columns={columns}
      />
      {error !== null && <FailureAlert error={error} title="Nothing was applied" />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack} disabled={busy}>
          {waits ? 'Leave it' : 'Back'}
        </Button>
        {waits && (
          <Button loading={busy} disabled={changes === 0} onClick={() => void send()}>
            {changes === 0 ? 'Nothing to apply' : `Apply ${formatAmount(changes, 'change')}`}
          </Button>
        )}
      </Group>
    </div>
  )
}
