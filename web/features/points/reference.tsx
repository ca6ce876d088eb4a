import type { ReactElement } from 'react'
import type { TransferRow } from '../../../contract/points.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { isOfScan } from './transfer-words.tsx'

/** What a transfer belongs to, by its id; a scan is one click away. */
export function Reference({ row }: { row: TransferRow }): ReactElement {
  if (!isOfScan(row)) return <>{row.ref}</>
  return (
    <PageLink to="/dashboard/QrScanHistories" search={{ open: `${row.memberId}-${row.ref}` }}>
      {row.ref}
    </PageLink>
  )
}
