import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { chargeList } from '../../../../contract/lists/charges.ts'
import { chargeListQuery, listCharges } from '../../../../contract/programme/charges.ts'
import { formatPaise } from '../../../../contract/money.ts'
import { call } from '../../../lib/api.ts'
import { Moment } from '../../../ui/moment.tsx'
import { ChargeTag } from './rule-words.tsx'
import { PageLink } from '../../../ui/page-link.tsx'

const USERS = '/dashboard/users'

export const chargeSource = listSource(chargeList, {
  schema: chargeListQuery,
  fetchPage: (query, signal) => call(listCharges, { query, signal }),
})

export const CHARGE_COLUMNS = columnsFor(chargeList, {
  retailer: {
    width: 190,
    render: ({ retailerId, retailerName }) => (
      <PageLink to={USERS} search={{ open: String(retailerId) }}>
        {retailerName}
      </PageLink>
    ),
  },
  state: { width: 116, card: 'corner', render: ({ state }) => <ChargeTag state={state} /> },
  charge: { width: 96, render: ({ paise }) => <b>{formatPaise(paise)}</b> },
  rule: {
    width: 78,
    render: ({ ruleId }) => (
      <PageLink to="/dashboard/retailer-charges" search={{ open: String(ruleId) }}>
        {`Rule ${ruleId}`}
      </PageLink>
    ),
  },
  member: {
    width: 180,
    render: ({ memberId, memberName }) => (
      <PageLink to={USERS} search={{ open: String(memberId) }}>
        {memberName}
      </PageLink>
    ),
  },
  product: 170,
  points: 74,
  recordedAt: {
    width: 150,
    render: ({ scanId, memberId, recordedAt }) => (
      <PageLink to="/dashboard/QrScanHistories" search={{ open: `${memberId}-${scanId}` }}>
        <Moment at={recordedAt} />
      </PageLink>
    ),
  },
  dueAt: 150,
  retailerCode: 120,
  memberCode: 120,
  scan: 180,
})
