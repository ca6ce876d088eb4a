import { Text } from '@mantine/core'
import type { ReactElement } from 'react'
import type { ScanDetail } from '../../../../contract/programme/scans.ts'
import { transferKind, type TransferKind } from '../../../../contract/ledger/points.ts'
import { formatNumber } from '../../../lib/format.ts'
import { Section } from '../../../ui/facts.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { KindTag } from '../../ledger/points/transfer-words.tsx'
import classes from './moved-points.module.css'

/** A release only moves points from held to available: the member has neither more nor fewer. */
function signOf(kind: TransferKind | undefined): string {
  if (kind === 'scan_released') return ''
  return kind === 'reversal' ? '−' : '+'
}

function Transfer({ transfer }: { transfer: ScanDetail['transfers'][number] }): ReactElement {
  const kind = transferKind.options.find((name) => name === transfer.kind)
  const { points, availableAfter, heldAfter, recordedAt, schemeName } = transfer
  return (
    <li>
      <span>{kind ? <KindTag kind={kind} /> : transfer.kind}</span>
      <b>{signOf(kind) + formatNumber(points)}</b>
      <small>
        <Moment at={recordedAt} />
        {schemeName && ` · ${schemeName}`}
      </small>
      <small>{`${formatNumber(availableAfter)} available, ${formatNumber(heldAfter)} held`}</small>
    </li>
  )
}

/** The points that a scan moved, in the order of the ledger, with the balances after each. */
export function MovedPoints({ scan }: { scan: ScanDetail }): ReactElement {
  return (
    <Section title="Points moved">
      {scan.transfers.length === 0 ? (
        <Text c="dimmed">This attempt moved no points.</Text>
      ) : (
        <>
          <ol className={classes.transfers}>
            {scan.transfers.map((transfer) => (
              <Transfer key={transfer.seq} transfer={transfer} />
            ))}
          </ol>
          <PageLink to="/dashboard/QrPointHistories" search={{ q: scan.scanId }}>
            Show in the points ledger
          </PageLink>
        </>
      )}
    </Section>
  )
}
