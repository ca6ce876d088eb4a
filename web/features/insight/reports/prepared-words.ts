import type { PreparedReport } from '../../../../contract/insight/report-jobs.ts'
import { formatAmount, formatDayOf, formatNumber } from '../../../lib/format.ts'
import { size } from './sizes.ts'

type Facts = Pick<
  PreparedReport,
  'state' | 'rows' | 'rowsInAll' | 'bytes' | 'keptUntil' | 'words' | 'approval' | 'mayTake'
>

const APPROVAL: Record<PreparedReport['approval'], string> = {
  'not needed': '',
  waiting: 'a second person must approve it; ',
  approved: 'approved to be taken once; ',
}

/** How far a prepared report is, or what became of it, in a line. */
export function preparedInWords(report: Facts): string {
  const { state, rows, rowsInAll, bytes, keptUntil, words, approval, mayTake } = report
  switch (state) {
    case 'waiting':
      return 'Waits for its turn'
    case 'running':
      if (rowsInAll !== null) return `${formatNumber(rows)} of ${formatAmount(rowsInAll, 'row')}`
      return rows === 0 ? 'Its rows are being counted' : `${formatAmount(rows, 'row')} so far`
    case 'failed':
      return words ?? ''
    case 'ready':
      if (!mayTake) return 'Your role may not have this report any more'
      return `${formatAmount(rows, 'row')}, ${size(bytes)}; ${APPROVAL[approval]}kept until ${formatDayOf(keptUntil ?? '')}`
  }
}
