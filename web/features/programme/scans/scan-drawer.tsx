import { Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { stateName } from '../../../../contract/india.ts'
import { can } from '../../../../contract/permissions.ts'
import { flagsInWords } from '../../../../contract/programme/flag-words.ts'
import { getScan, type ScanDetail } from '../../../../contract/programme/scans.ts'
import { call } from '../../../lib/api.ts'
import { formatMobile, formatNumber, formatWord } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { DetailDrawer } from '../../../ui/detail-drawer.tsx'
import { Facts, Section } from '../../../ui/facts.tsx'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { Moment } from '../../../ui/moment.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { FirstScan } from './first-scan.tsx'
import { MovedPoints } from './moved-points.tsx'
import { DECISIONS, ReviewDialog, type Decision } from './review-dialog.tsx'
import { ResultTag, ReviewTag } from './scan-words.tsx'
import { scanSource } from './scans-list.tsx'

function Coupon({ scan }: { scan: ScanDetail }): ReactElement {
  const known = scan.batchId !== null && scan.serial !== null
  return (
    <Section title="Coupon">
      <Facts
        facts={[
          ['Product', scan.productName ?? 'Unknown'],
          ['Plant', scan.plantName],
          [
            'Batch and serial',
            known ? (
              <PageLink
                key="story"
                to="/dashboard/coupon-finder"
                search={{ q: `${scan.batchId}/${scan.serial}` }}
              >
                {`${scan.batchId} / ${scan.serial}`}
              </PageLink>
            ) : null,
          ],
        ]}
      />
    </Section>
  )
}

function Place({ scan }: { scan: ScanDetail }): ReactElement {
  const { lat, lng } = scan
  const exact = lat !== null && lng !== null ? `${lat.toFixed(4)}, ${lng.toFixed(4)}` : null
  return (
    <Section title="Place and device">
      <Facts
        facts={[
          ['State', stateName(scan.state)],
          ['Coordinates', exact && <CopyText text={exact} />],
          ['Device', scan.device],
          ['Handed over by', scan.retailerId && `Retailer ${scan.retailerId}`],
          ['Scanned', <Moment key="occurred" at={scan.occurredAt} />],
          ['Recorded', <Moment key="recorded" at={scan.recordedAt} />],
          ['Scan id', <CopyText key="id" text={scan.scanId} />],
        ]}
      />
    </Section>
  )
}

function Review({
  scan,
  onDecide,
}: {
  scan: ScanDetail
  onDecide: (decision: Decision) => void
}): ReactElement | null {
  const role = useRole()
  if (!scan.review) return null
  return (
    <Section title="Review">
      <Facts
        facts={[
          ['Status', <ReviewTag key="review" review={scan.review} />],
          ['Why', flagsInWords(scan.flags) || null],
          ['Decided by', scan.reviewedBy],
          ['When', scan.reviewedAt && <Moment at={scan.reviewedAt} />],
          ['Reason', scan.reviewReason],
        ]}
      />
      {(scan.review === 'waiting' || scan.review === 'flagged') && can(role, 'scan.review') && (
        <Group gap="xs">
          <Button onClick={() => onDecide('release')}>
            {scan.review === 'flagged' ? 'Leave the points' : 'Release points'}
          </Button>
          <Button variant="default" onClick={() => onDecide('reverse')}>
            Reverse scan
          </Button>
        </Group>
      )}
    </Section>
  )
}

function Detail({
  scan,
  onDecide,
}: {
  scan: ScanDetail
  onDecide: (decision: Decision) => void
}): ReactElement {
  return (
    <>
      <Group justify="space-between">
        <ResultTag result={scan.result} />
        <Text fw={600} fz="xl">{`${formatNumber(scan.points)} points`}</Text>
      </Group>
      <Facts
        facts={[
          ['Member', scan.memberName],
          ['Member code', <CopyText key="code" text={scan.memberCode} />],
          ['Mobile', <CopyText key="m" text={scan.mobile} shown={formatMobile(scan.mobile)} />],
          ['Type', formatWord(scan.memberKind)],
          ['Scanned first by', scan.first && <FirstScan key="first" first={scan.first} />],
        ]}
      />
      <Review scan={scan} onDecide={onDecide} />
      <MovedPoints scan={scan} />
      <Coupon scan={scan} />
      <Place scan={scan} />
    </>
  )
}

/** One attempt with the points it moved; whoever may, decides here about a held one. */
export function ScanDrawer({
  id,
  onClose,
}: {
  id: string | undefined
  onClose: () => void
}): ReactElement {
  const queries = useQueryClient()
  const [deciding, setDeciding] = useState<Decision | null>(null)
  const [memberId = '', scanId = ''] = id?.split('-') ?? []
  const key = ['scans', 'one', id]
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getScan, { params: { memberId, scanId }, signal }),
    enabled: id !== undefined,
  })
  const decided = (scan: ScanDetail): void => {
    setDeciding(null)
    queries.setQueryData(key, scan)
    replaceRow(queries, scanSource, scan)
  }
  return (
    <DetailDrawer id={id} title="Scan" query={query} held={deciding !== null} onClose={onClose}>
      {(scan) => (
        <>
          <Detail scan={scan} onDecide={setDeciding} />
          {DECISIONS.map((decision) => (
            <ReviewDialog
              key={decision}
              scan={scan}
              decision={decision}
              opened={deciding === decision}
              onDecided={decided}
              onClose={() => setDeciding(null)}
            />
          ))}
        </>
      )}
    </DetailDrawer>
  )
}
