import type { DistributorRow } from './distributors.ts'
import { stateName } from './india.ts'
import { ROLE_NAMES, parseRole } from './roles.ts'
import { ACCESS_NAMES, ACCESS_SUBJECT_NAMES, accessOf, accessWhat } from './access-words.ts'
import type { AccessRow } from './data-access.ts'
import { SHIFT_LABELS } from './shifts.ts'
import type { ActivityRow, StaffRow } from './staff.ts'
import { dayOf } from './time.ts'
import { plainWords } from './trail.ts'
import type { UserRow } from './users.ts'
import type { WorkerRow } from './workers.ts'
import { capital, columnsOf, type ListFile } from './list-column.ts'
import { KYC_STATE_NAMES, MEMBER_STANDING_NAMES, STANDING_NAMES } from './list-labels.ts'

const user = columnsOf<UserRow>()
const distributor = columnsOf<DistributorRow>()
const worker = columnsOf<WorkerRow>()
const staff = columnsOf<StaffRow>()
const activity = columnsOf<ActivityRow>()
const access = columnsOf<AccessRow>()

const dayOfMoment = (at: string | null): string | null => (at === null ? null : dayOf(new Date(at)))

export const users: ListFile<UserRow> = {
  id: ({ memberId }) => String(memberId),
  columns: [
    user.text('name', 'Name', (row) => row.name),
    user.text('mobile', 'Mobile', (row) => row.mobile),
    user.text('code', 'Member code', (row) => row.code),
    user.text('kind', 'Type', (row) => capital(row.kind)),
    user.text('place', 'Place', ({ city, state }) =>
      [city, stateName(state)].filter(Boolean).join(', '),
    ),
    user.text('standing', 'Status', (row) => MEMBER_STANDING_NAMES[row.standing]),
    user.text('kyc', 'KYC', (row) => KYC_STATE_NAMES[row.kyc]),
    user.number('available', 'Available', (row) => row.available),
    user.number('held', 'Held', (row) => row.held),
    user.moment('lastScanAt', 'Last scan', (row) => row.lastScanAt),
    user.text('distributor', 'Distributor', (row) => row.distributorName),
    user.day('joinedAt', 'Joined', (row) => dayOfMoment(row.joinedAt)),
  ],
}

export const distributors: ListFile<DistributorRow> = {
  id: ({ distributorId }) => String(distributorId),
  columns: [
    distributor.text('code', 'Code', (row) => row.code),
    distributor.text('name', 'Name', (row) => row.name),
    distributor.text('state', 'State', (row) => stateName(row.state)),
    distributor.text('city', 'City', (row) => row.city),
    distributor.text('territory', 'Territory', (row) => row.territory),
    distributor.text('contactName', 'Contact', (row) => row.contactName),
    distributor.text('mobile', 'Mobile', (row) => row.mobile),
    distributor.text('gstin', 'GSTIN', (row) => row.gstin),
    distributor.number('members', 'Members, counted to 10,001', (row) => row.members),
    distributor.text('standing', 'Standing', (row) => STANDING_NAMES[row.standing]),
    distributor.text('pan', 'PAN', (row) => row.pan),
    distributor.day('addedAt', 'Added', (row) => dayOfMoment(row.addedAt)),
  ],
}

export const workers: ListFile<WorkerRow> = {
  id: ({ staffId }) => String(staffId),
  columns: [
    worker.text('employeeCode', 'Employee code', (row) => row.employeeCode),
    worker.text('name', 'Name', (row) => row.name),
    worker.text('plant', 'Plant', (row) => row.plantName),
    worker.text('shift', 'Shift', (row) => SHIFT_LABELS[row.shift]),
    worker.moment('lastActivityAt', 'Last activity', (row) => row.lastActivityAt),
    worker.number('activated', 'Activated', (row) => row.activated),
    worker.number('deactivated', 'Deactivated', (row) => row.deactivated),
    worker.text('standing', 'Standing', (row) => STANDING_NAMES[row.standing]),
    worker.moment('lastSignInAt', 'Last sign-in', (row) => row.lastSignInAt),
    worker.text('mobile', 'Mobile', (row) => row.mobile),
    worker.text('email', 'E-mail', (row) => row.email),
    worker.day('joinedOn', 'Joined on', (row) => row.joinedOn),
    worker.day('addedAt', 'Added', (row) => dayOfMoment(row.addedAt)),
  ],
}

const accountStanding = ({ disabledAt, hasPassword }: StaffRow): string => {
  if (disabledAt !== null) return 'Disabled'
  return hasPassword ? 'Active' : 'No password yet'
}

export const people: ListFile<StaffRow> = {
  id: ({ staffId }) => String(staffId),
  columns: [
    staff.text('name', 'Name', (row) => row.name),
    staff.text('role', 'Role', (row) => ROLE_NAMES[row.role]),
    staff.text('standing', 'Standing', accountStanding),
    staff.text('email', 'E-mail', (row) => row.email),
    staff.text('plant', 'Plant', (row) => row.plantName),
    staff.moment('lastSignIn', 'Last sign-in', (row) => row.lastSignInAt),
    staff.text('twoFactor', 'Two-factor', (row) => (row.twoFactor ? 'On' : 'Off')),
    staff.moment('created', 'Since', (row) => row.createdAt),
  ],
}

const roleOf = ({ role }: { role: string | null }): string | null => {
  const known = parseRole(role)
  return known ? ROLE_NAMES[known] : role
}

export const trail: ListFile<ActivityRow> = {
  id: ({ seq }) => seq,
  columns: [
    activity.moment('at', 'When', (row) => row.at),
    activity.text('by', 'Who', (row) => row.by ?? 'The system'),
    activity.text('role', 'As', roleOf),
    activity.text('action', 'Did', (row) => plainWords(row.action)),
    activity.text('subject', 'To', (row) => `${plainWords(row.subject)} ${row.subjectId}`),
    activity.text('reason', 'Why', (row) => row.reason),
    activity.text('seq', 'Number', (row) => row.seq),
    activity.text('request', 'Request', (row) => row.requestId),
  ],
}

export const dataAccess: ListFile<AccessRow> = {
  id: ({ accessId }) => accessId,
  columns: [
    access.moment('at', 'When', (row) => row.at),
    access.text('by', 'Who', (row) => row.by),
    access.text('role', 'As', roleOf),
    access.text('kind', 'Did', (row) => ACCESS_NAMES[row.kind]),
    access.text('what', 'What', accessWhat),
    access.text('subject', 'Of', accessOf),
    access.text('thing', 'Thing', (row) => ACCESS_SUBJECT_NAMES[row.subject]),
    access.text('reason', 'Why', (row) => row.reason),
    access.text('address', 'From', (row) => row.fromAddress),
    access.moment('firstAt', 'First that day', (row) => row.firstAt),
  ],
}
