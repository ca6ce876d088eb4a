import type { Address, AddressPlace, FullAddress } from '../../../../contract/people/addresses.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { MemberCaller, Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { withinBudget } from '../../platform/data-access/index.ts'
import { refuseNumbers } from '../../people/kyc/index.ts'
import { lockedRedemption, noteEvent, type LockedRedemption } from '../redemptions/index.ts'
import * as facts from '../../people/addresses/index.ts'
import { keepOutOfReason, whyNotCorrect, whyNotShown } from './address-rules.ts'
import {
  giftOf,
  hasAddress,
  partsOf,
  putAddress,
  sealAddress,
  type SealedAddress,
} from '../../people/addresses/index.ts'

/** Where a member's last gift went, to be offered again. */
export async function myLastAddress(
  context: Pick<Context, 'db' | 'vault'>,
  { memberId }: MemberCaller,
): Promise<{ address: FullAddress | null }> {
  return { address: await facts.lastAddress(context.db, context, memberId) }
}

/** The same for staff who ask for a member: they see the place, not the street. */
export async function lastPlaceOf(
  context: Pick<Context, 'db' | 'vault'>,
  memberId: number,
): Promise<{ place: AddressPlace | null }> {
  const last = await facts.lastAddress(context.db, context, memberId)
  return { place: last && facts.placeOf(last) }
}

/** Gives or corrects the address of a member's own gift. */
export async function correctMyAddress(
  context: Context,
  caller: MemberCaller,
  redemptionId: string,
  address: Address,
) {
  const parts = partsOf(address)
  const at = context.now()
  const sealed = await sealAddress(context.vault, parts)
  await transaction(context.db, async (tx) => {
    const redemption = await lockedRedemption(tx, redemptionId)
    if (redemption.memberId !== caller.memberId) throw notFound('This redemption')
    await put(tx, redemption, { sealed, at, by: null })
  })
  return { address: { ...parts, setAt: at.toISOString(), byStaff: false } }
}

/** Staff give or correct the address of a gift. The audit row says that they did, and no address. */
export async function setAddress(
  context: Context,
  caller: StaffCaller,
  { redemptionId, address, reason }: { redemptionId: string; address: Address; reason: string },
  { requestId }: Origin,
) {
  refuseNumbers('reason', reason)
  const parts = partsOf(address)
  keepOutOfReason(parts, reason)
  const at = context.now()
  const sealed = await sealAddress(context.vault, parts)
  await transaction(context.db, async (tx) => {
    const redemption = await lockedRedemption(tx, redemptionId)
    const had = await put(tx, redemption, { sealed, at, by: caller, reason })
    const { staffId, role } = caller
    const { number, memberId } = redemption
    await writeAudit(tx, context.keys, {
      by: { staffId, role },
      action: had ? 'redemption.address_corrected' : 'redemption.address_given',
      subject: 'redemption',
      subjectId: redemptionId,
      after: { number, memberId },
      reason,
      requestId,
      at,
    })
  })
  const kept = (await facts.addressesOf(context.db, context, [redemptionId])).get(redemptionId)
  const setBy = kept?.setBy ?? null
  return { place: { ...facts.placeOf(parts), setAt: at.toISOString(), setBy } }
}

type New = {
  sealed: SealedAddress
  at: Date
  by: { staffId: number; role: StaffCaller['role'] } | null
  reason?: string
}

/** Puts the address of a gift whose redemption is locked, until its parcel leaves; says whether it had one. */
async function put(
  tx: Tx,
  redemption: LockedRedemption,
  { sealed, at, by, reason }: New,
): Promise<boolean> {
  const { redemptionId, memberId, state } = redemption
  const why = whyNotCorrect(redemption)
  if (why !== null) throw new AppError('conflict', why)
  // No erasure goes on beside this: it is refused while a redemption is open.
  const had = await hasAddress(tx, redemptionId)
  await putAddress(tx, { redemptionId, memberId, ...sealed, at, staffId: by?.staffId ?? null })
  const action = had ? 'correct_address' : 'give_address'
  await noteEvent(tx, { redemptionId, at, by, action, state, note: reason })
  return had
}

/**
 * The address of a gift in full, for who does not dispatch it. That it was shown, to whom and why is on
 * record, committed, before anything is opened.
 */
export async function revealAddress(
  context: Context,
  caller: StaffCaller,
  { redemptionId, reason }: { redemptionId: string; reason: string },
  { requestId, address: fromAddress }: Origin,
): Promise<{ address: FullAddress }> {
  refuseNumbers('reason', reason)
  const { staffId, role } = caller
  const at = context.now()
  const use = { by: caller, kind: 'reveals', amount: 1, at } as const
  await withinBudget(context, use, async (tx) => {
    const { number, memberId } = await lockedRedemption(tx, redemptionId)
    if (!(await hasAddress(tx, redemptionId))) throw noAddress(number)
    await writeAudit(tx, context.keys, {
      by: { staffId, role },
      action: 'redemption.address_revealed',
      subject: 'redemption',
      subjectId: redemptionId,
      after: { number, memberId, fromAddress },
      reason,
      requestId,
      at,
    })
  })
  const kept = (await facts.addressesOf(context.db, context, [redemptionId])).get(redemptionId)
  if (!kept) throw notFound('This address')
  return { address: kept.address }
}

const noAddress = (number: string) => new AppError('not_found', `${number} has no address.`)

/** The address in full for who dispatches it: until the gift is delivered or given up. */
export async function parcelAddress(
  context: Pick<Context, 'db' | 'vault'>,
  redemptionId: string,
): Promise<{ address: FullAddress | null }> {
  const gift = isId(redemptionId) && (await giftOf(context.db, redemptionId))
  if (!gift) throw notFound('This gift')
  const why = whyNotShown(gift)
  if (why !== null) throw new AppError('conflict', why)
  const kept = (await facts.addressesOf(context.db, context, [redemptionId])).get(redemptionId)
  return { address: kept?.address ?? null }
}
