import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { workerList } from '../../../../contract/lists/workers.ts'
import { listWorkers, workerListQuery } from '../../../../contract/people/workers.ts'
import { call } from '../../../lib/api.ts'
import { Moment } from '../../../ui/moment.tsx'
import { LastSignIn, StatusTag } from './worker-words.tsx'

export const workerSource = listSource(workerList, {
  schema: workerListQuery,
  fetchPage: (query, signal) => call(listWorkers, { query, signal }),
})

export const WORKER_COLUMNS = columnsFor(workerList, {
  employeeCode: 128,
  name: 150,
  plant: 128,
  shift: 78,
  lastActivityAt: {
    width: 152,
    render: ({ lastActivityAt }) => (lastActivityAt ? <Moment at={lastActivityAt} /> : 'Never'),
  },
  activated: 84,
  deactivated: 92,
  status: {
    width: 118,
    card: 'corner',
    render: ({ status }) => <StatusTag status={status} />,
  },
  lastSignInAt: { width: 152, render: (worker) => <LastSignIn worker={worker} /> },
  mobile: 138,
  email: { width: 190, card: 'wide' },
  joinedOn: 106,
  addedAt: 106,
})
