import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { scanList } from '../../../../contract/lists/scans.ts'
import { flagsInWords } from '../../../../contract/programme/flag-words.ts'
import { listScans, scanListQuery } from '../../../../contract/programme/scans.ts'
import { call } from '../../../lib/api.ts'
import { FirstScan } from './first-scan.tsx'
import { ResultTag, ReviewTag } from './scan-words.tsx'

export const scanSource = listSource(scanList, {
  schema: scanListQuery,
  fetchPage: (query, signal) => call(listScans, { query, signal }),
})

export const SCAN_COLUMNS = columnsFor(scanList, {
  result: { width: 148, card: 'corner', render: (row) => <ResultTag result={row.result} /> },
  points: 58,
  member: 112,
  memberCode: 120,
  first: { width: 146, render: ({ first }) => first && <FirstScan first={first} brief /> },
  product: 130,
  plant: 84,
  place: 100,
  device: 80,
  flags: {
    width: 112,
    render: (row) =>
      row.review && (
        <>
          <ReviewTag review={row.review} /> {flagsInWords(row.flags)}
        </>
      ),
  },
  // Numbers that name something are not grouped.
  batch: { width: 84, render: (row) => row.batchId },
  serial: { width: 84, render: (row) => row.serial },
})
