import { changeGiftStock, saveGiftItem } from '../../../contract/desk/offers.ts'
import * as parcels from '../../../contract/money/parcels.ts'
import { readPages } from '../../features/programme/batches/print-test-support.ts'
import { ok, type Programme, type Signed } from './programme.ts'

const DRILL = { code: 'DRILL', name: 'Drill machine', points: 500, valuePaise: 60_000 }

/** A gift of 500 points with three pieces in stock. */
export async function addGift({ server }: Programme, { token }: Signed): Promise<number> {
  const { giftId } = await ok(server.call(saveGiftItem, { token, body: DRILL }))
  const body = { idempotencyKey: crypto.randomUUID(), change: 3, reason: 'First delivery' }
  await ok(server.call(changeGiftStock, { token, params: { giftId }, body }))
  return giftId
}

/** What stands on each page of the address labels. */
export async function addressLabels(
  { server }: Programme,
  { token }: Signed,
  redemptionId: string,
): Promise<string[]> {
  const sent = { token, body: { redemptionIds: [redemptionId], layout: 'a6' } }
  const answer = await server.raw(parcels.printLabels, sent)
  const pages = await readPages(Buffer.from(await answer.arrayBuffer()))
  return pages.map(({ text }) => text)
}

/** Hands a parcel to a courier, and later to the member. */
export async function sendParcel(
  { server }: Programme,
  { token }: Signed,
  redemptionId: string,
): Promise<void> {
  const parcel = { redemptionId, trackingNumber: 'AB-1234' }
  const out = { token, body: { courier: 'Delhivery', parcels: [parcel] } }
  const there = { token, body: { redemptionIds: [redemptionId] } }
  for (const { done, left } of [
    await ok(server.call(parcels.dispatchParcels, out)),
    await ok(server.call(parcels.deliverParcels, there)),
  ]) {
    if (done.length !== 1) throw new Error(JSON.stringify(left))
  }
}
