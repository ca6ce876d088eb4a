import { randomUUID } from 'node:crypto'
import { pendingPayments, sendPayments } from '../../../contract/money/payments.ts'
import { sendPlantScans } from '../../../contract/programme/plant.ts'
import {
  approveRedemption,
  listRedemptions,
  rejectRedemption,
} from '../../../contract/money/redemptions.ts'
import { listScans, releaseScan, reverseScan } from '../../../contract/programme/scans.ts'
import {
  approveAdjustment,
  listAdjustments,
  listUsers,
  requestAdjustment,
} from '../../../contract/desk/users.ts'
import { read, undo } from '../../../server/features/programme/plant/test-support.ts'
import type { Staff } from '../../../server/features/money/redemptions/test-support.ts'
import type { Answer } from '../../../server/test/server.ts'
import type { Desk, Turn } from './journal.ts'

const AGAIN_SHARE = 0.2
const REJECT_SHARE = 0.1
const UNDO_SHARE = 0.15
const MOST_AT_ONCE = 4
const LIMIT = 25
const reason = 'Looked at.'

/** Approves and rejects what waits, as another approver does. */
export function approver({ call, journal, random }: Desk, { token, staffId }: Staff): Turn {
  return async () => {
    const { items } = await journal.look(() =>
      call(listRedemptions, { token, query: { status: 'requested', limit: LIMIT } }),
    )
    const row = items[random.below(items.length)]
    if (!row) return
    const { redemptionId, verdict } = row
    const sent = { token, params: { redemptionId } }
    const action = random.next() < REJECT_SHARE || verdict === 'red' ? 'reject' : 'approve'
    const decided = await journal.write(() =>
      action === 'approve'
        ? call(approveRedemption, { ...sent, body: { verdict, reason } })
        : call(rejectRedemption, { ...sent, body: { reason: 'other', note: reason } }),
    )
    if (decided.kind === 'done') journal.decisions.push({ redemptionId, staffId, action })
  }
}

/** Sends whatever is approved. */
export function sender({ call, journal }: Desk, { token }: Staff): Turn {
  return async () => {
    const query = { status: 'ready', limit: LIMIT }
    const { items } = await journal.look(() => call(pendingPayments, { token, query }))
    if (items.length === 0) return
    const body = {
      redemptionIds: items.map(({ redemptionId }) => redemptionId),
      provider: 'razorpayx',
      totalPaise: items.reduce((sum, { grossPaise }) => sum + grossPaise, 0),
    }
    const sent = await journal.write(() => call(sendPayments, { token, body }))
    if (sent.kind === 'done') for (const id of sent.body.queued) journal.sent.add(id)
  }
}

/** Releases and reverses held scans. */
export function reviewer({ call, journal, random }: Desk, { token }: Staff): Turn {
  return async () => {
    const query = { review: 'waiting', limit: LIMIT }
    const { items } = await journal.look(() => call(listScans, { token, query }))
    const row = items[random.below(items.length)]
    if (!row) return
    const { memberId, scanId } = row
    const outcome = random.pick<'released' | 'reversed'>(['released', 'reversed'])
    const sent = { token, params: { memberId, scanId } }
    const reviewed = await journal.write(() =>
      outcome === 'released'
        ? call(releaseScan, { ...sent, body: { reason } })
        : call(reverseScan, { ...sent, body: { reason: 'other', note: reason } }),
    )
    if (reviewed.kind === 'done') journal.reviews.push({ memberId, scanId, outcome })
  }
}

/** One asks for points under a key, another gives them. */
export function adjuster({ call, world, journal, random }: Desk): Turn {
  return async () => {
    const memberId = world.payees[random.below(world.payees.length)]?.memberId ?? 0
    const points = random.pick([-1, 1, 1]) * (1 + random.below(50))
    const body = { idempotencyKey: randomUUID(), points, reason: 'For the trial' }
    const sent = { token: world.adjuster.token, params: { memberId }, body }
    const ask = () => journal.write(() => call(requestAdjustment, sent))
    const asked = await ask()
    if (asked.kind === 'refused') {
      journal.wrong.push(`An adjustment was refused: ${asked.words}`)
      return
    }
    const { adjustmentId } = asked.body
    const note = { memberId, points, approved: false }
    journal.adjustments.set(adjustmentId, note)
    if (random.next() < AGAIN_SHARE) {
      const again = await ask()
      if (again.kind === 'refused' || again.body.adjustmentId !== adjustmentId) {
        journal.wrong.push(`${adjustmentId} was asked for again: ${JSON.stringify(again)}`)
      }
    }
    const { token } = world.approver
    const params = { adjustmentId }
    const given = await journal.write(() => call(approveAdjustment, { token, params, body: {} }))
    if (given.kind === 'done') note.approved = true
    else if (!given.retried) journal.wrong.push(`An approval was refused: ${given.words}`)
  }
}

/** A phone of the line: it sends what it read, sometimes again, and takes some of it back. */
export function lineWorker(
  { call, world, journal, random }: Desk,
  { token, staffId }: Staff,
): Turn {
  const mine: string[] = []
  const reading = () => {
    const earlier = mine[random.below(mine.length)]
    if (earlier !== undefined && random.next() < UNDO_SHARE) return undo({ id: earlier })
    return read(world.line[random.below(world.line.length)])
  }
  return async () => {
    const items = Array.from({ length: 1 + random.below(MOST_AT_ONCE) }, reading)
    const body = { device: `Line ${staffId}`, items }
    const deliver = () => journal.write(() => call(sendPlantScans, { token, body }))
    const first = await deliver()
    if (first.kind === 'refused') {
      journal.wrong.push(`A delivery was refused: ${first.words}`)
      return
    }
    for (const { id, result, changed } of first.body.items) {
      mine.push(id)
      journal.readings.set(id, { staffId, result, changed })
    }
    if (random.next() >= AGAIN_SHARE) return
    const again = await deliver()
    if (again.kind === 'done' && JSON.stringify(again.body) === JSON.stringify(first.body)) return
    journal.wrong.push(`A delivery was sent again: ${JSON.stringify([first, again])}`)
  }
}

/** Somebody who looks through the lists. */
export function reader({ call, journal, random }: Desk, { token }: Staff): Turn {
  const sent = { token, query: { limit: LIMIT, count: 'yes' } }
  const looks: [Read, ...Read[]] = [
    () => call(listScans, sent),
    () => call(listUsers, sent),
    () => call(listRedemptions, sent),
    () => call(pendingPayments, sent),
    () => call(listAdjustments, sent),
  ]
  return async () => void (await journal.look<unknown>(random.pick(looks)))
}
type Read = () => Promise<Answer<unknown>>
