import { Button } from '@mantine/core'
import { IconFileTypePdf, IconTable, type Icon } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import {
  settlementStatement,
  STATEMENT_FORMATS,
  type SettlementDetail,
} from '../../../../contract/money/settlements.ts'
import { download } from '../../../lib/api.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import classes from './settlement-drawer.module.css'

type Format = (typeof STATEMENT_FORMATS)[number]
const FORMATS: Record<Format, { label: string; Picture: Icon }> = {
  xlsx: { label: 'Spreadsheet (xlsx)', Picture: IconTable },
  pdf: { label: 'PDF', Picture: IconFileTypePdf },
}

function FormatButton({
  settlement: { month, distributorId, distributorCode },
  format,
}: {
  settlement: SettlementDetail
  format: Format
}): ReactElement {
  const { label, Picture } = FORMATS[format]
  const { busy, error, send } = useSending(async () => {
    const params = { month, distributorId }
    const whose = distributorCode || 'no-distributor'
    const name = `settlement-${month.slice(0, 7)}-${whose}.${format}`
    await download(settlementStatement, { params, query: { format } }, name)
  })
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={busy}
        leftSection={<Picture size={16} stroke={1.8} aria-hidden />}
        onClick={() => void send()}
      >
        {label}
      </Button>
      {error !== null && <FailureAlert error={error} title="The statement did not come" />}
    </>
  )
}

/** The statement as a file, in either form. */
export function Statement({ settlement }: { settlement: SettlementDetail }): ReactElement {
  return (
    <div className={classes.statement}>
      {STATEMENT_FORMATS.map((format) => (
        <FormatButton key={format} settlement={settlement} format={format} />
      ))}
      {settlement.state === 'computed' && <p>It is marked as a draft until it is approved.</p>}
    </div>
  )
}
