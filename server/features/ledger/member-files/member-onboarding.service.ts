import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { directory } from '../../people/addresses/index.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import {
  type Codes,
  findTargets,
  type Found,
  presentBelongings,
  setBelongings,
  type Setting,
  type Target,
} from '../../people/belonging/index.ts'
import type { Applying, GivenRow, Judged, OnboardingRules } from '../../people/onboarding/index.ts'
import { endCollecting, openingPointsOf, proposePoints } from './points-files.service.ts'
import { judgeMember, readMember, type MemberFacts, type ReadMember } from './member-judging.ts'
import * as queries from './member-onboarding.queries.ts'
import { MEMBERS_MADE } from './members-made.ts'

/** Members by file: the mobile names one who is there. Opening points wait for a second person. */
export const memberOnboarding: OnboardingRules = {
  columns: ONBOARDING_COLUMNS.members,
  made: MEMBERS_MADE,
  async judge(_context, db, rows) {
    const read = await readMembers(rows)
    const facts = await factsOf(db, read)
    return read.map((row) => judgeMember(row, facts))
  },
  apply: applyMembers,
  finish: endCollecting,
}

/** Makes members whom staff enrol; gives their ids by mobile. Fails where a mobile is somebody's. */
export const enrolMembers = queries.insertMembers

/** The directory of PIN codes is read only where a city is to be found in it. */
async function readMembers(rows: readonly GivenRow[]): Promise<ReadMember[]> {
  const isEmpty = (cell: string | undefined) => (cell ?? '').trim() === ''
  const wants = rows.some(({ cells }) => isEmpty(cells.city) && !isEmpty(cells.pincode))
  const places = wants ? await directory() : null
  return rows.map((row) => readMember(row, (pincode) => places?.get(pincode)?.city ?? null))
}

async function factsOf(db: Db | Tx, read: readonly ReadMember[]): Promise<MemberFacts> {
  const known = await queries.membersByMobile(
    db,
    read.flatMap(({ mobile }) => mobile ?? []),
  )
  const ids = known.map(({ memberId }) => memberId)
  const present = ids.length > 0 ? await presentBelongings(db, ids) : new Map<number, never>()
  const opening = ids.length > 0 ? await openingPointsOf(db, ids) : new Map<number, number>()
  return {
    targets: await findTargets(
      db,
      read.map(({ codes }) => codes),
    ),
    byMobile: new Map(
      known.map((member) => {
        const belongs = present.get(member.memberId)
        const { distributorCode = null, retailerCode = null } = belongs ?? {}
        const openingPoints = opening.get(member.memberId) ?? null
        return [member.mobile, { ...member, distributorCode, retailerCode, openingPoints }]
      }),
    ),
  }
}

async function applyMembers(
  tx: Tx,
  { context, by, requestId, uploadId, alone }: Applying,
  rows: readonly GivenRow[],
  judged: readonly Judged[],
): Promise<ReadonlyMap<number, number>> {
  const at = context.now()
  const byRow = new Map(judged.map((one) => [one.rowNo, one]))
  const read = await readMembers(rows)
  const of = (verdict: Judged['verdict']) =>
    read.filter(({ row }) => byRow.get(row.rowNo)?.verdict === verdict)
  const created = of('create').map(complete)
  const enrolling = { staffId: by.staffId, uploadId, at }
  const ids = created.length > 0 ? await queries.insertMembers(tx, created, enrolling) : new Map()
  const made = created.map((member) => ({ ...member, memberId: Number(ids.get(member.mobile)) }))
  const changed = of('change').map((member) => {
    const one = byRow.get(member.row.rowNo)
    if (one?.subjectId == null) throw new Error(`Row ${member.row.rowNo} changes nobody.`)
    return { ...member, memberId: one.subjectId, changes: one.changes }
  })
  if (changed.length > 0) await queries.updateMembers(tx, changed)
  const moved = changed.filter(({ changes }) => changes.some(isBelonging))
  const found = await findTargets(
    tx,
    [...made, ...moved].map(({ codes }) => codes),
  )
  await setBelongings(tx, settingsOf([...made, ...moved], found, dayOf(at)), {
    staffId: by.staffId,
    at,
  })
  const bringing = [...made, ...changed.filter(({ changes }) => changes.some(isOpening))]
  await proposePoints(tx, {
    uploadId,
    cause: 'opening',
    rows: bringing
      .filter(({ openingPoints }) => openingPoints > 0)
      .map(({ memberId, openingPoints }) => ({ memberId, points: openingPoints, reason: null })),
    by,
    alone,
    at,
  })
  await writeAudit(tx, context.keys, {
    by: { staffId: by.staffId, role: by.role },
    action: 'members.onboarded',
    subject: 'onboarding',
    subjectId: uploadId,
    after: {
      uploadId,
      created: made.length,
      changed: changed.length,
      createdIds: made.map(({ memberId }) => memberId),
      changedIds: changed.map(({ memberId }) => memberId),
    },
    requestId,
    at,
  })
  return new Map([...made, ...changed].map(({ row, memberId }) => [row.rowNo, memberId]))
}

const [DISTRIBUTOR, RETAILER, OPENING] = ['distributorCode', 'retailerCode', 'openingPoints'].map(
  (wanted) => ONBOARDING_COLUMNS.members.find(({ key }) => key === wanted)?.header,
)
type Change = Judged['changes'][number]
const isBelonging = ({ column }: Change) => column === DISTRIBUTOR || column === RETAILER
const isOpening = ({ column }: Change) => column === OPENING

/** A row that was found right; throws where it was not, which is a mistake of the caller. */
function complete(read: ReadMember) {
  const { row, mobile, name, kind, state, city } = read
  if (mobile === null || name === null || kind === null || state === null || city === null) {
    throw new Error(`Row ${row.rowNo} is to be applied, but it is not complete.`)
  }
  const language = read.language ?? ('en' as const)
  return { ...read, mobile, name, latinName: null, kind, state, city, language }
}

function settingsOf(
  members: readonly { memberId: number; codes: Codes }[],
  found: Found,
  fromDay: string,
): Setting[] {
  return members.flatMap(({ memberId, codes }) => {
    const target = targetIn(found, codes)
    return target ? [{ memberId, fromDay, target }] : []
  })
}

function targetIn({ distributors, retailers }: Found, codes: Codes): Target {
  const firm = codes.distributorCode && distributors.get(codes.distributorCode)
  if (firm) return { distributorId: firm.distributorId }
  const shop = codes.retailerCode && retailers.get(codes.retailerCode)
  return shop ? { retailerId: shop.memberId } : null
}
