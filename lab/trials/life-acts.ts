import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import { activateCoupons, blockCoupon, unblockCoupon } from '../../contract/programme/coupons.ts'
import { giveUpPayment } from '../../contract/money/payments.ts'
import { releaseScan, reverseScan, scanCoupon } from '../../contract/programme/scans.ts'
import { approveAdjustment, requestAdjustment } from '../../contract/desk/users.ts'
import { codeKey } from '../../server/features/programme/batches/codes.ts'
import {
  apply,
  fileOf,
  makeFile,
  preview,
} from '../../server/features/money/payments/bank-file/test-bank-file.ts'
import {
  lastOf,
  reinitiate,
  send,
  type Approved,
} from '../../server/features/money/payments/test-support.ts'
import type { Lot } from '../../server/features/programme/plant/test-support.ts'
import {
  approve,
  ask,
  cancel,
  reject,
  type Payee,
  type Staff,
} from '../../server/features/money/redemptions/test-support.ts'
import type { ModelRedemption } from '../../server/features/money/redemptions/redemptions.model.ts'
import { LOTS, type BankWord, type ModelLife } from './life.model.ts'
import type { TestServer } from '../../server/test/server.ts'

export const APPROVERS = ['cs', 'admin', 'almond team'] as const
/** `payer` approves nothing: nobody sends what they approved. */
export type People = { worker: Staff; approvers: Staff[]; payer: Staff }
/** A life and what the product calls the things in it. `first`: the serial before its own of each lot. */
export type Life = {
  server: TestServer
  people: People
  model: ModelLife
  members: Payee[]
  lots: (Lot & { first: number })[]
  scanIds: string[]
  redemptions: Approved[]
}

const member = fc.nat({ max: 1 })
const lot = fc.constantFrom(0, 0, 1)
const serial = fc.integer({ min: 1, max: Math.max(...LOTS) })
const target = fc.nat({ max: 30 })
const person = fc.nat({ max: APPROVERS.length - 1 })
const points = fc.integer({ min: 1, max: 90 })
const named = <const T extends string>(...names: T[]) => fc.constantFrom(...names)
const WORDS = ['Paid', 'Paid', 'Failed', 'Returned'] as const

/** Whatever people do, the likelier the more often they do it. */
export const anAct = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: named('activate', 'activate', 'deactivate'),
      lot,
      serial,
      length: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: named('block', 'unblock'), lot, serial }) },
  { weight: 7, arbitrary: fc.record({ act: named('scan'), member, lot, serial }) },
  { weight: 3, arbitrary: fc.record({ act: named('release', 'reverse'), scan: target }) },
  { weight: 2, arbitrary: fc.record({ act: named('give', 'take'), member, points }) },
  { weight: 5, arbitrary: fc.record({ act: named('request'), member, points }) },
  { weight: 5, arbitrary: fc.record({ act: named('approve'), target, person }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: named('reject', 'cancel', 'give up', 'reinitiate'), target }),
  },
  { weight: 5, arbitrary: fc.record({ act: named('send'), target }) },
  { weight: 3, arbitrary: fc.record({ act: named('make file') }) },
  {
    weight: 6,
    arbitrary: fc.record({ act: named('hear'), target, word: fc.constantFrom(...WORDS) }),
  },
)
export type Act = typeof anAct extends fc.Arbitrary<infer T> ? T : never

const reason = 'As it was told by telephone.'
const statusOf = (allowed: boolean) => (allowed ? 200 : 409)

/** Does an act to the product and to the model; both must say the same of it. */
export async function play(life: Life, doing: Act): Promise<void> {
  if ('lot' in doing) await playCoupon(life, doing)
  else if ('scan' in doing) await review(life, doing)
  else if ('member' in doing) await playPoints(life, doing)
  else if ('target' in doing) await playRedemption(life, doing)
  else await putInFile(life)
}

async function playCoupon(life: Life, doing: Extract<Act, { lot: number }>): Promise<void> {
  const { server, people, model, members, lots } = life
  const of = lots[doing.lot]
  const size = LOTS[doing.lot] ?? 1
  const at = Math.min(doing.serial, size)
  if (!of) throw new Error('There is no such lot.')
  const code = of.packs[of.first + at - 1] ?? ''
  if (doing.act === 'scan') {
    const { token } = members[doing.member] ?? { token: '' }
    const { body } = await server.call(scanCoupon, { token, body: { code } })
    expect(body.result).toBe(model.scan(doing.member, doing.lot, at))
    if (body.result === 'credited') life.scanIds.push(body.scanId)
    return
  }
  if ('length' in doing) {
    const to = Math.min(at + doing.length - 1, size)
    const { batchId, first } = of
    const body = { batchId, from: first + at, to: first + to, action: doing.act, reason }
    const answer = await server.call(activateCoupons, { token: people.worker.token, body })
    expect(answer.body.changed).toBe(model.plant.range(doing.lot, at, to, doing.act))
    return
  }
  const params = { couponKey: codeKey(of.batchId, code) }
  const endpoint = doing.act === 'block' ? blockCoupon : unblockCoupon
  const { token } = adminOf(people)
  const { status } = await server.call(endpoint, { token, params, body: { reason } })
  expect(status).toBe(statusOf(model.plant[doing.act](doing.lot, at)))
}

function adminOf({ approvers }: People): Staff {
  const admin = approvers[APPROVERS.indexOf('admin')]
  if (!admin) throw new Error('There is no admin.')
  return admin
}

async function review(
  { server, people, model, members, scanIds }: Life,
  { act, scan: which }: Extract<Act, { scan: number }>,
): Promise<void> {
  const scan = model.scans[which % model.scans.length]
  if (!scan) return
  const scanId = scanIds[model.scans.indexOf(scan)] ?? ''
  const memberId = members[scan.member]?.memberId ?? 0
  const asked = { token: adminOf(people).token, params: { memberId, scanId } }
  const { status } =
    act === 'release'
      ? await server.call(releaseScan, { ...asked, body: { reason } })
      : await server.call(reverseScan, { ...asked, body: { reason: 'other', note: reason } })
  expect(status).toBe(statusOf(model.review(scan, act)))
}

async function playPoints(
  { server, people, model: { programme }, members, redemptions }: Life,
  { act, member: which, points: amount }: Extract<Act, { points: number }>,
): Promise<void> {
  const whose = members[which]
  const [cs] = people.approvers
  if (!whose || !cs) throw new Error('There is no such person.')
  const idempotencyKey = randomUUID()
  if (act === 'request') {
    // Sent twice: the second has no effect and the same answer.
    const asked = () => ask(server, whose, { points: amount, idempotencyKey })
    const [first, second] = [await asked(), await asked()]
    expect(second.status).toBe(first.status)
    expect(first.status).toBe(statusOf(programme.request(which, { points: amount }, null)))
    if (first.status !== 200) return
    expect(second.body).toEqual(first.body)
    redemptions.push({ ...first.body, member: whose })
    return
  }
  const change = act === 'give' ? amount : -amount
  const { body } = await server.call(requestAdjustment, {
    token: cs.token,
    params: { memberId: whose.memberId },
    body: { idempotencyKey, points: change, reason },
  })
  const params = { adjustmentId: body.adjustmentId }
  const token = adminOf(people).token
  const { status } = await server.call(approveAdjustment, { token, params, body: {} })
  if (act === 'give') programme.credit(which, amount)
  expect(status).toBe(statusOf(act === 'give' || programme.debit(which, amount)))
}

async function playRedemption(life: Life, doing: Extract<Act, { target: number }>): Promise<void> {
  const { redemptions, model, server, people } = life
  const index = doing.target % redemptions.length
  const [of, redemption] = [redemptions[index], model.programme.redemptions[index]]
  if (!of || !redemption) return
  if (doing.act === 'hear') return hear(life, of, redemption, doing.word)
  if (doing.act === 'approve') {
    const by = people.approvers[doing.person] ?? adminOf(people)
    const role = APPROVERS[doing.person] ?? ''
    const { status } = await approve(server, by, of.redemptionId)
    expect(status).toBe(statusOf(model.programme.approve(redemption, doing.person, role)))
    return
  }
  expect(await decide(life, of, doing.act)).toBe(allowed(model, redemption, doing.act))
}

type Decision = 'reject' | 'cancel' | 'give up' | 'reinitiate' | 'send'

function allowed(model: ModelLife, redemption: ModelRedemption, act: Decision): boolean {
  if (act === 'send' || act === 'reinitiate') return model.queue(redemption, act)
  return model.programme.step(redemption, act === 'give up' ? 'give_up' : act)
}

/** Whether the product did it. */
async function decide({ server, people }: Life, of: Approved, act: Decision): Promise<boolean> {
  const { redemptionId, member: own } = of
  const admin = adminOf(people)
  const way = { provider: 'bank-file' } as const
  if (act === 'send') return (await send(server, people.payer, [of], way)).body.queued.length === 1
  if (act === 'reinitiate') {
    return (await reinitiate(server, people.payer, [of], way)).body.queued.length === 1
  }
  const params = { redemptionId }
  const { status } =
    act === 'cancel'
      ? await cancel(server, own, redemptionId)
      : act === 'reject'
        ? await reject(server, admin, redemptionId)
        : await server.call(giveUpPayment, { token: admin.token, params, body: { reason } })
  expect([200, 409]).toContain(status)
  return status === 200
}

async function putInFile({ server, people, model }: Life): Promise<void> {
  const queued = model.makeFile()
  const { status, body } = await makeFile(server, people.payer, queued * 100)
  expect(status).toBe(statusOf(queued > 0))
  if (queued > 0) expect(body).toMatchObject({ file: { totalPaise: queued * 100 }, left: [] })
}

async function hear(
  { server, people, model }: Life,
  of: Approved,
  redemption: ModelRedemption,
  word: BankWord,
): Promise<void> {
  const outcome = model.bankSays(redemption, word)
  if (outcome === null) return
  const admin = adminOf(people)
  const { number } = await lastOf(server, admin, of)
  if (number === null) throw new Error('The payment has no number.')
  const row = [number, String(redemption.points), word, `UTR${number}`, 'As the bank says'] as const
  const shown = await preview(server, admin, fileOf([[...row]]))
  expect(shown.body.rows).toMatchObject([{ outcome }])
  const changes = outcome === 'same' ? 0 : 1
  expect((await apply(server, admin, shown.body.answerId, changes)).status).toBe(200)
}
