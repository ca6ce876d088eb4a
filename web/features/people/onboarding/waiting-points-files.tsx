import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { formatAmount } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { WaitingAlert } from '../../../ui/waiting-alert.tsx'
import { PointsFileCard } from './points-file-card.tsx'
import { waitingFilesOptions } from './points-file-queries.ts'

/** Tells those who decide that files of points wait, and shows them with their totals. */
export function WaitingPointsFiles(): ReactElement | null {
  const role = useRole()
  const { data } = useQuery(waitingFilesOptions(can(role, 'points.adjust.approve')))
  const items = data?.items ?? []
  const waiting = items.filter(({ state }) => state === 'waiting').length
  return (
    <WaitingAlert
      show="points-files"
      count={waiting}
      words={`${formatAmount(waiting, 'file')} of points ${waiting === 1 ? 'waits' : 'wait'} for a second person. `}
      title="Files of points that wait"
      none="All are decided."
      items={items}
    >
      {(file, onDialog) => (
        <PointsFileCard key={file.pointsFileId} file={file} onDialog={onDialog} />
      )}
    </WaitingAlert>
  )
}
