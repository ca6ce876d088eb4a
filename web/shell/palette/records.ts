import { listBatches } from '../../../contract/programme/batches.ts'
import { parseCode } from '../../../contract/programme/code.ts'
import { listDistributors } from '../../../contract/people/distributors.ts'
import { listEnquiries } from '../../../contract/desk/enquiries.ts'
import { mobile } from '../../../contract/india.ts'
import { canSee } from '../../../contract/menu.ts'
import {
  completePayments,
  failedPayments,
  pendingPayments,
  type PaymentRow,
} from '../../../contract/money/payments.ts'
import { listRedemptions } from '../../../contract/money/redemptions.ts'
import type { Role } from '../../../contract/roles.ts'
import { listSchemes } from '../../../contract/programme/schemes.ts'
import { listStaff } from '../../../contract/people/staff.ts'
import { listUsers } from '../../../contract/desk/users.ts'
import { listWorkers } from '../../../contract/people/workers.ts'
import { call } from '../../lib/api.ts'
import { formatMobile, formatWord } from '../../lib/format.ts'

/** Something that a text names, and where it stands. */
export type Found = { key: string; label: string; detail: string; to: string; search: object }

type Ask = { query: { q: string; limit: number }; signal: AbortSignal }
type Source = {
  group: string
  /** The page that shows it: who does not see that page is not offered it. */
  page: string
  /** Whether a text has the form of what the page's search takes. */
  fits: (text: string) => boolean
  find: (ask: Ask) => Promise<Found[]>
}

const EACH = 4
const isMobile = (text: string): boolean => mobile.safeParse(text).success
const isMemberCode = (text: string): boolean => /^(?!(rd|py|eq)\d)[a-z]{1,6}-?\d{3,12}$/i.test(text)
const isName = (text: string): boolean => /^\p{L}[\p{L}\p{M} .'’-]+$/u.test(text)
const isPayment = (text: string): boolean => /^(py|rd)-?\d{6,9}$/i.test(text)
/** A bank's reference of a transfer: letters and digits, more digits than a mobile or a code has. */
const isUtr = (text: string): boolean => /^[a-z]{0,6}\d{11,20}$/i.test(text)
const isSerial = (text: string): boolean => /^[0-9a-z]{1,7}\s*\/\s*\d{1,9}$/i.test(text)
const isBatch = (text: string): boolean => /^(\d{1,7}|[0-9a-hjkmnp-tv-z]{4})$/i.test(text)

const person = (text: string): boolean => isMobile(text) || isName(text)

const payments = (
  page: string,
  group: string,
  list: (ask: Ask) => Promise<{ items: PaymentRow[] }>,
  idOf: (row: PaymentRow) => string,
): Source => ({
  group,
  page,
  fits: (text) => isPayment(text) || isUtr(text),
  find: async (ask) =>
    (await list(ask)).items.map((row) => ({
      key: `${page}-${row.rowId}`,
      label: row.number ?? row.redemptionNumber,
      detail: `${row.memberName}, ${formatWord(row.state)}`,
      to: page,
      search: { open: idOf(row) },
    })),
})
const withPayment = ({ redemptionId, paymentId }: PaymentRow): string =>
  paymentId === null ? redemptionId : `${redemptionId}-${paymentId}`

const USERS = '/dashboard/users'
const REDEMPTIONS = '/dashboard/approvals/redemption'
const HELPDESK = '/dashboard/enquiry'
const BATCHES = '/dashboard/QrTokenHistories'
const DISTRIBUTORS = '/dashboard/distributor-onboard'
const WORKERS = '/dashboard/workerlist'
const SCHEMES = '/dashboard/scheme'
const STAFF = '/dashboard/manageadmin'

/** What can be found, in the order it is shown: each asks the list of its page, by that list's own search. */
const SOURCES: readonly Source[] = [
  {
    group: 'Members',
    page: USERS,
    fits: (text) => person(text) || isMemberCode(text),
    find: async (ask) =>
      (await call(listUsers, ask)).items.map((row) => ({
        key: `member-${row.memberId}`,
        label: row.name,
        detail: `${row.code}, ${formatWord(row.kind)}, ${formatMobile(row.mobile)}`,
        to: USERS,
        search: { open: String(row.memberId) },
      })),
  },
  {
    group: 'Redemptions',
    page: REDEMPTIONS,
    fits: (text) => /^rd\d{6,18}$/i.test(text),
    find: async (ask) =>
      (await call(listRedemptions, ask)).items.map((row) => ({
        key: `redemption-${row.redemptionId}`,
        label: row.number,
        detail: `${row.memberName}, ${formatWord(row.state)}`,
        to: REDEMPTIONS,
        search: { open: row.redemptionId },
      })),
  },
  payments(
    '/dashboard/pending-payment',
    'Pending payments',
    (ask) => call(pendingPayments, ask),
    ({ redemptionId }) => redemptionId,
  ),
  payments(
    '/dashboard/complete-payment',
    'Complete payments',
    (ask) => call(completePayments, ask),
    withPayment,
  ),
  payments(
    '/dashboard/payment-reinitiate',
    'Failed payments',
    (ask) => call(failedPayments, ask),
    withPayment,
  ),
  {
    group: 'Enquiries',
    page: HELPDESK,
    fits: (text) => /^eq-?\d{6,9}$/i.test(text) || isMobile(text) || isMemberCode(text),
    find: async (ask) =>
      (await call(listEnquiries, ask)).items.map((row) => ({
        key: `enquiry-${row.enquiryId}`,
        label: `${row.number}: ${row.subject}`,
        detail: `${row.memberName}, ${formatWord(row.state)}`,
        to: HELPDESK,
        search: { open: row.enquiryId },
      })),
  },
  {
    group: 'Batches',
    page: BATCHES,
    fits: isBatch,
    find: async (ask) =>
      (await call(listBatches, ask)).items.map((row) => ({
        key: `batch-${row.batchId}`,
        label: `Batch ${row.batchId}`,
        detail: `${row.productName}, ${formatWord(row.status)}`,
        to: BATCHES,
        search: { open: String(row.batchId) },
      })),
  },
  {
    group: 'Distributors',
    page: DISTRIBUTORS,
    fits: (text) => person(text) || isMemberCode(text),
    find: async (ask) =>
      (await call(listDistributors, ask)).items.map((row) => ({
        key: `distributor-${row.distributorId}`,
        label: row.name,
        detail: `${row.code}, ${row.city}`,
        to: DISTRIBUTORS,
        search: { open: String(row.distributorId) },
      })),
  },
  {
    group: 'Workers',
    page: WORKERS,
    fits: (text) => person(text) || isMemberCode(text),
    find: async (ask) =>
      (await call(listWorkers, ask)).items.map((row) => ({
        key: `worker-${row.staffId}`,
        label: row.name,
        detail: row.employeeCode,
        to: WORKERS,
        search: { open: String(row.staffId) },
      })),
  },
  {
    group: 'Schemes',
    page: SCHEMES,
    fits: isName,
    find: async (ask) =>
      (await call(listSchemes, ask)).items.map((row) => ({
        key: `scheme-${row.schemeId}`,
        label: row.name,
        detail: formatWord(row.status),
        to: SCHEMES,
        search: { open: String(row.schemeId) },
      })),
  },
  {
    group: 'Staff',
    page: STAFF,
    fits: (text) => isName(text) || text.includes('@'),
    find: async (ask) =>
      (await call(listStaff, ask)).items.map((row) => ({
        key: `staff-${row.staffId}`,
        label: row.name,
        detail: row.email,
        to: STAFF,
        search: { open: String(row.staffId) },
      })),
  },
]

export type FoundGroup = { group: string; found: Found[] }

/** What a text names itself: the finders open it without a question. */
export function namedCoupon(role: Role | null, text: string): FoundGroup[] {
  const coupon = isSerial(text) || parseCode(text) !== null
  const tag = /^mt-?\d{4,}$/i.test(text)
  const finders = [
    { to: '/dashboard/coupon-finder', detail: 'Almond DB: its story', fits: coupon },
    { to: '/dashboard/meltag-DB', detail: 'Meltag DB: what the vendor says', fits: coupon || tag },
  ]
  const found = finders
    .filter(({ to, fits }) => fits && canSee(role, to))
    .map(({ to, detail }) => ({ key: to, label: text, detail, to, search: { q: text } }))
  return found.length > 0 ? [{ group: tag ? 'Tags' : 'Coupons', found }] : []
}

/** Whether anything this role may see has the form of a text. */
const askable = (role: Role | null, text: string): Source[] =>
  text.length < 2 ? [] : SOURCES.filter(({ page, fits }) => canSee(role, page) && fits(text))

/**
 * The records that a text finds, at most four of a kind. A source that fails is left out and counted:
 * what the others found is not lost.
 */
export async function findRecords(
  role: Role | null,
  text: string,
  signal: AbortSignal,
): Promise<{ groups: FoundGroup[]; failed: string[] }> {
  const sources = askable(role, text)
  const query = { q: text, limit: EACH }
  const answers = await Promise.allSettled(sources.map(({ find }) => find({ query, signal })))
  const groups = sources.flatMap(({ group }, index): FoundGroup[] => {
    const answer = answers[index]
    return answer?.status === 'fulfilled' && answer.value.length > 0
      ? [{ group, found: answer.value }]
      : []
  })
  const failed = sources
    .filter((_, index) => answers[index]?.status === 'rejected')
    .map(({ group }) => group)
  return { groups, failed }
}
