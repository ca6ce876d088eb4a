import type { MemberBelonging } from '../../../../contract/people/belonging.ts'
import type { MemberKind } from '../../../../contract/people/members.ts'
import { addDays, dayOf, isoDate } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { recountDays } from './distributor-days.service.ts'
import { keepOutOfRecord, lockedMember, notErased } from '../members/index.ts'
import * as queries from './belonging.queries.ts'
import { wrongTarget, type Codes, type Found } from './targets.ts'

export type { Setting, Target } from './belonging.queries.ts'

/** To whom a member belongs and belonged. Refuses with 404 when there is no such member. */
export async function belongingOf(db: Db | Tx, memberId: number): Promise<MemberBelonging> {
  const member = await queries.joinedAt(db, memberId)
  if (!member) throw notFound('This member')
  const { distributorId, code, name, kind } = member
  const history = await queries.historyOf(db, memberId)
  return {
    earliest: await earliestDay(db, member.joinedAt),
    distributor:
      distributorId !== null && code !== null && name !== null
        ? { distributorId, code, name }
        : null,
    history: history.map((row) => ({
      fromDay: row.fromDay,
      toDay: row.toDay,
      setBy: row.setBy,
      setAt: row.setAt.toISOString(),
      distributor:
        row.distributorId !== null && row.distributorCode !== null && row.distributorName !== null
          ? {
              distributorId: row.distributorId,
              code: row.distributorCode,
              name: row.distributorName,
            }
          : null,
      retailer:
        row.retailerId !== null && row.retailerCode !== null && row.retailerName !== null
          ? { memberId: row.retailerId, code: row.retailerCode, name: row.retailerName }
          : null,
    })),
    members: kind === 'retailer' ? await queries.countMembersOf(db, memberId) : 0,
  }
}

async function earliestDay(db: Db | Tx, joinedAt: Date): Promise<string> {
  const [joined, open] = [dayOf(joinedAt), dayOf(await queries.closedUntil(db))]
  return joined > open ? joined : open
}

/** What the codes of a form or of the rows of a file name; looked up set by set. */
export async function findTargets(db: Db | Tx, codes: readonly Codes[]): Promise<Found> {
  const given = (key: keyof Codes) => [...new Set(codes.flatMap((one) => one[key] ?? []))]
  return {
    distributors: await queries.distributorsByCode(db, given('distributorCode')),
    retailers: await queries.retailersByCode(db, given('retailerCode')),
  }
}

/** Whom one pair of codes names; refuses at its field what a member of this type cannot belong to. */
export async function targetOf(
  db: Db | Tx,
  codes: Codes,
  kind: MemberKind,
): Promise<queries.Target> {
  const found = await findTargets(db, [codes])
  const wrong = wrongTarget(codes, kind, found)
  if (wrong) throw invalidField(wrong.field, wrong.reason)
  const firm = codes.distributorCode && found.distributors.get(codes.distributorCode)
  const shop = codes.retailerCode && found.retailers.get(codes.retailerCode)
  if (firm) return { distributorId: firm.distributorId }
  return shop ? { retailerId: shop.memberId } : null
}

/** The present belongings of members, by their ids. */
export const presentBelongings = queries.presentOf

/**
 * Lets members belong to others from days on, which are past or today; whatever was known of later days
 * ends. The distributor of each follows, and of those who belong to them; of days that are counted the
 * counts follow too. The caller has judged whom they come to; days are judged here, under the locks.
 */
export async function setBelongings(
  tx: Tx,
  settings: readonly queries.Setting[],
  { staffId, at }: { staffId: number | null; at: Date },
): Promise<void> {
  if (settings.length === 0) return
  const memberIds = settings.map(({ memberId }) => memberId)
  const retailerIds = settings.flatMap(({ target }) =>
    target && 'retailerId' in target ? [target.retailerId] : [],
  )
  const since = settings.map(({ fromDay }) => fromDay).toSorted()[0] ?? dayOf(at)
  const network = await queries.lockNetwork(tx, { memberIds, retailerIds }, since)
  const joined = new Map(network.map((member) => [member.memberId, dayOf(member.joinedAt)]))
  const open = dayOf(await queries.closedUntil(tx))
  for (const { memberId, fromDay } of settings) {
    refuseDay(fromDay, { joined: joined.get(memberId) ?? fromDay, open, today: dayOf(at) })
  }
  const ids = network.map(({ memberId }) => memberId)
  const move = async () => {
    await queries.replaceBelongings(tx, settings, { staffId, at })
    await queries.followBelongings(tx, ids, since)
  }
  await recountDays(tx, { memberIds: ids, since, today: dayOf(at) }, move)
}

type Days = { joined: string; open: string; today: string }

function refuseDay(day: string, { joined, open, today }: Days): void {
  if (day > today) {
    throw invalidField('fromDay', 'This day is still to come: choose today or an earlier day.')
  }
  if (day < joined) {
    throw invalidField('fromDay', `The member joined on ${joined}: choose that day or a later one.`)
  }
  if (day < open) {
    const last = addDays(open, -1)
    throw invalidField(
      'fromDay',
      `The months until ${last} are settled: choose ${open} or a later day.`,
    )
  }
}

type Change = Codes & { memberId: number; fromDay: string; reason: string }

/** Lets staff move a member to another distributor or retailer, or to none. */
export async function changeBelonging(
  context: Context,
  by: StaffCaller,
  { memberId, fromDay, reason, ...codes }: Change,
  origin: Origin,
): Promise<MemberBelonging> {
  isoDate.parse(fromDay)
  return transaction(context.db, async (tx) => {
    const at = context.now()
    const member = await lockedMember(tx, memberId)
    notErased(member)
    keepOutOfRecord(member, reason)
    const before = await belongingOf(tx, memberId)
    const { kind } = await memberOf(tx, memberId)
    const target = await targetOf(tx, codes, kind)
    if (target && 'retailerId' in target && target.retailerId === memberId) {
      throw invalidField('retailerCode', 'Nobody belongs to themselves.')
    }
    await setBelongings(tx, [{ memberId, fromDay, target }], { staffId: by.staffId, at })
    const codeOf = (one: Codes) => one.distributorCode ?? one.retailerCode ?? null
    await writeAudit(tx, context.keys, {
      by,
      action: 'member.belonging',
      subject: 'member',
      subjectId: memberId,
      before: {
        belonging: before.history
          .filter(({ toDay }) => toDay === null || toDay >= fromDay)
          .map((one) => ({
            from: one.fromDay,
            to: one.toDay,
            code: one.distributor?.code ?? one.retailer?.code ?? null,
          })),
      },
      after: { from: fromDay, code: codeOf(codes), members: before.members },
      reason,
      requestId: origin.requestId,
      at,
    })
    return belongingOf(tx, memberId)
  })
}

async function memberOf(tx: Tx, memberId: number) {
  const member = await queries.joinedAt(tx, memberId)
  if (!member) throw notFound('This member')
  return member
}

/** Refuses another type while the belonging of somebody hangs on the present one. */
export async function refuseKind(tx: Tx, memberId: number, kind: MemberKind): Promise<void> {
  if (kind !== 'retailer' && (await queries.countMembersOf(tx, memberId)) > 0) {
    throw new AppError(
      'conflict',
      'Members belong to this retailer. Let them belong to another one first.',
    )
  }
  const present = (await queries.presentOf(tx, [memberId])).get(memberId)
  if (kind === 'retailer' && present?.retailerCode) {
    throw new AppError(
      'conflict',
      'This member belongs to a retailer, and a retailer belongs to a distributor. Change the belonging first.',
    )
  }
}
