import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { listTransfers, type TransferRow } from '../../../../contract/ledger/points.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount, formatMobile } from '../../../lib/format.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { pointsSource } from './points-list.tsx'
import { Reference } from './reference.tsx'
import { KindTag, movementInWords, pointsInWords } from './transfer-words.tsx'

/** Finds a transfer by its own id, so that a shared address opens it on any page of the list. */
async function fetchTransfer(id: string, signal: AbortSignal): Promise<TransferRow> {
  const [member, q] = id.split('-')
  const { items } = await call(listTransfers, { query: { member, q }, signal })
  const found = items.find((row) => pointsSource.rowId(row) === id)
  if (!found) throw new ApiError('This transfer was not found.', { status: 404 })
  return found
}

function Detail({ row }: { row: TransferRow }): ReactElement {
  return (
    <>
      <Group justify="space-between">
        <KindTag kind={row.kind} />
        <Text fw={600} fz="xl">{`${pointsInWords(row)} points`}</Text>
      </Group>
      <Facts
        facts={[
          ['From → to', movementInWords(row)],
          ['Available after', formatAmount(row.availableAfter, 'point')],
          ['Held after', formatAmount(row.heldAfter, 'point')],
          ['Scheme', row.schemeName],
          ['Reverses', row.reverses && `Entry ${row.reverses} of this member`],
          ['Reference', <Reference key="ref" row={row} />],
        ]}
      />
      <Section title="Member">
        <Facts
          facts={[
            ['Name', row.memberName],
            ['Member code', <CopyText key="code" text={row.memberCode} />],
            ['Mobile', <CopyText key="m" text={row.mobile} shown={formatMobile(row.mobile)} />],
            ['Entry', `${row.seq} of this member`],
          ]}
        />
      </Section>
      <Section title="Record">
        <Facts
          facts={[
            ['Recorded', <Moment key="at" at={row.recordedAt} />],
            ['Transfer id', <CopyText key="id" text={row.transferId} />],
          ]}
        />
      </Section>
    </>
  )
}

export function TransferDrawer({
  id,
  onClose,
}: {
  id: string | undefined
  onClose: () => void
}): ReactElement {
  const query = useQuery({
    queryKey: ['transfers', 'one', id],
    queryFn: ({ signal }) => fetchTransfer(id ?? '', signal),
    enabled: id !== undefined,
  })
  return (
    <DetailDrawer id={id} title="Movement of points" query={query} onClose={onClose}>
      {(row) => <Detail row={row} />}
    </DetailDrawer>
  )
}
