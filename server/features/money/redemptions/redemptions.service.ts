import { TRANSFER_KINDS, transferKind } from '../../../../contract/ledger/points.ts'
import type {
  RedemptionDetail,
  RedemptionListQuery,
} from '../../../../contract/money/redemptions.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/database.ts'
import type { MemberCaller, StaffCaller } from '../../../http/caller.ts'
import { invalidField, notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { approverOf } from '../../platform/permissions/index.ts'
import { addressesOf, placeOf, type KeptAddress } from '../../people/addresses/index.ts'
import { shownMedia } from '../../platform/media/index.ts'
import { balance as balanceOf, memberNamed, readMemberWords } from '../../people/members/index.ts'
import { parcelsOf } from './parcel-facts.service.ts'
import { paymentsOf } from './paid.service.ts'
import { explainTax } from '../tax/index.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { checkRedemptions } from './checklist.service.ts'
import * as list from './redemption-list.queries.ts'
import { OPEN_STATES } from './redemption-machine.ts'
import { toDetail, toMine, toRow, type OnItsWay } from './redemption-words.ts'
import * as queries from './redemptions.queries.ts'

type Reading = Pick<Context, 'db' | 'config' | 'now' | 'rules' | 'vault'>
const NOTHING = { items: [], next: null, previous: null, count: 0 }
const NUMBER = /^(?:RD-?)?(\d{6,9})$/i

/** Redemptions, each that waits with what stands against paying it. */
export async function listRedemptions(
  context: Reading,
  caller: StaffCaller,
  filters: RedemptionListQuery,
) {
  checkDays(filters)
  const sought = filters.q ? await seek(context, filters.q) : {}
  if (!sought) return NOTHING
  const page = await list.redemptionPage(context.db, filters, sought)
  const events = await eventsById(context.db, page.items)
  const waiting = page.items.filter(({ state }) => state === 'requested')
  const checked = await checkRedemptions(context.db, context, idsOf(waiting))
  const approving = await approvingOf(context, caller)
  const items = page.items.map((found) => {
    const { redemptionId } = found
    return toRow(found, events.get(redemptionId) ?? [], approving, checked.get(redemptionId))
  })
  return { ...page, items }
}

const approvingOf = async ({ db, now }: Reading, caller: StaffCaller) => ({
  role: caller.role,
  approver: await approverOf(db, caller, now()),
})

/** What a search narrows the list to; null when it names a member who does not exist. */
async function seek({ db }: Pick<Context, 'db'>, text: string): Promise<list.Sought | null> {
  const digits = NUMBER.exec(text)?.[1]
  if (digits !== undefined) return { number: `RD${digits}` }
  const words = readMemberWords(text)
  if (!words) {
    throw invalidField('q', 'Search by redemption number, mobile number or member code.')
  }
  const memberId = await memberNamed({ db }, words)
  return memberId === null ? null : { memberId }
}

function checkDays({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (from && to && from > to) {
    throw invalidField('to', 'The last day must not be before the first.')
  }
}

const idsOf = (rows: readonly { redemptionId: string }[]) =>
  rows.map(({ redemptionId }) => redemptionId)

async function eventsById(db: Db, rows: readonly { redemptionId: string }[]) {
  const events = await list.eventsOf(db, idsOf(rows))
  return Map.groupBy(events, ({ redemptionId }) => redemptionId)
}

/** One redemption with its history, and its checklist while it is not settled; 404 without one. */
export async function getRedemption(
  context: Reading,
  caller: StaffCaller,
  redemptionId: string,
): Promise<RedemptionDetail> {
  const { db } = context
  const found = await foundById(db, redemptionId)
  const isOpen = OPEN_STATES.some((state) => state === found.state)
  const [approving, events, checked, balance, transfers, tax, addresses] = await Promise.all([
    approvingOf(context, caller),
    list.eventsOf(db, [redemptionId]),
    checkRedemptions(db, context, isOpen ? [redemptionId] : []),
    balanceOf({ db }, found),
    queries.transfersOf(db, found),
    explainTax(db, context, redemptionId),
    addressesOf(db, context, [redemptionId]),
  ])
  const kept = addresses.get(redemptionId)
  const check = checked.get(redemptionId)
  return toDetail(toRow(found, events, approving, check), found, events, {
    address: kept ? placeGiven(kept) : null,
    balance,
    tax,
    checklist: check?.lines ?? [],
    transfers: transfers.map(({ kind, recordedAt, ...transfer }) => ({
      ...transfer,
      kind: transferKind.options.find((name) => TRANSFER_KINDS[name] === kind) ?? String(kind),
      recordedAt: recordedAt.toISOString(),
    })),
  })
}

async function foundById(db: Db, redemptionId: string): Promise<list.Found> {
  const found = isId(redemptionId) && (await list.redemptionById(db, redemptionId))
  if (!found) throw notFound('This redemption')
  return found
}

const placeGiven = ({ address, setAt, setBy }: KeptAddress) => ({
  ...placeOf(address),
  setAt: setAt.toISOString(),
  setBy,
})

/** A member's own redemptions. */
export async function myRedemptions(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  { memberId }: MemberCaller,
  filters: list.MyQuery,
) {
  checkDays(filters)
  const page = await list.memberPage(db, memberId, filters)
  const [events, ways] = await Promise.all([
    eventsById(db, page.items),
    waysOf(db, vault, idsOf(page.items)),
  ])
  const items = page.items.map((found) => {
    const { redemptionId } = found
    return toMine(found, events.get(redemptionId) ?? [], ways(redemptionId))
  })
  return { ...page, items }
}

/** Where some redemptions go, and what became of them on their way to the member. */
async function waysOf(db: Db, vault: Vault, redemptionIds: readonly string[]) {
  const [addresses, payments, parcels] = await Promise.all([
    addressesOf(db, { vault }, redemptionIds),
    paymentsOf(db, redemptionIds),
    parcelsOf(db, redemptionIds),
  ])
  return (redemptionId: string): OnItsWay => ({
    address: myAddressOf(addresses.get(redemptionId)),
    payment: payments.get(redemptionId) ?? null,
    parcel: parcels.get(redemptionId) ?? null,
  })
}

function myAddressOf(kept: KeptAddress | undefined): OnItsWay['address'] {
  if (!kept) return null
  return { ...kept.address, setAt: kept.setAt.toISOString(), byStaff: kept.setBy !== null }
}

/** One of a member's own redemptions; of somebody else's they are told that there is none. */
export async function getMyRedemption(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  { memberId }: Pick<MemberCaller, 'memberId'>,
  redemptionId: string,
) {
  const found = await foundById(db, redemptionId)
  if (found.memberId !== memberId) throw notFound('This redemption')
  const [events, ways] = await Promise.all([
    list.eventsOf(db, [redemptionId]),
    waysOf(db, vault, [redemptionId]),
  ])
  return toMine(found, events, ways(redemptionId))
}

/** Gifts that points can be redeemed for, with their photos: two statements for all. */
export async function memberGifts({ db }: Pick<Context, 'db'>) {
  const gifts = await queries.offeredGifts(db)
  const photos = gifts.flatMap(({ mediaId }) => (mediaId === null ? [] : [mediaId]))
  const media = await shownMedia(db, photos)
  const items = gifts.map(({ mediaId, ...gift }) => {
    const [pictures = []] = media.get(mediaId ?? 0)?.pagePictures ?? []
    return { ...gift, pictures }
  })
  return { items }
}

/** The rules in force, for the page's words. */
export async function redemptionRules({ rules, now }: Pick<Context, 'rules' | 'now'>) {
  const inForce = rules.at(now())
  return {
    pointValuePaise: inForce.pointValuePaise,
    minPoints: inForce.redemptionMinPoints,
    twoRolesFromPaise: inForce.redemptionTwoRolesFromPaise,
    dayLimitPaise: inForce.redemptionDayLimitPaise,
    dayLimitCount: inForce.redemptionDayLimitCount,
  }
}
