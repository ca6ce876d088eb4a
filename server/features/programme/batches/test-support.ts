import { setTimeout as delay } from 'node:timers/promises'
import type { BatchDetail } from '../../../../contract/programme/batches.ts'
import * as contract from '../../../../contract/programme/batches.ts'
import { parseCode } from '../../../../contract/programme/code.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { openPrintAnswer } from '../../../test/open-print-file.ts'
import { anyPlant, anyProduct, type TestServer } from '../../../test/server.ts'

export type Team = Awaited<ReturnType<typeof team>>

/** One person for each part in the life of a batch. */
export async function team(server: TestServer) {
  return {
    maker: await server.staff('sub admin'),
    checker: await server.staff('hod'),
    second: await server.staff('admin'),
    printer: await server.staff('almond team'),
    worker: await server.staff('worker'),
  }
}

export async function requestBody(server: TestServer, changed: Record<string, unknown> = {}) {
  return {
    plantId: await anyPlant(server.db),
    productId: await anyProduct(server.db),
    quantity: 50,
    points: 40,
    expiresOn: addDays(dayOf(new Date()), 90),
    ...changed,
  }
}

/** A requested batch. */
export async function requested(
  server: TestServer,
  { maker }: Team,
  changed: Record<string, unknown> = {},
): Promise<BatchDetail> {
  const body = await requestBody(server, changed)
  const answer = await server.call(contract.requestBatch, { token: maker.token, body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

/** A batch whose coupons are made. */
export async function generated(
  server: TestServer,
  people: Team,
  changed: Record<string, unknown> = {},
): Promise<BatchDetail> {
  const { batchId } = await requested(server, people, changed)
  const params = { batchId }
  await server.call(contract.approveBatch, { token: people.checker.token, params, body: {} })
  return waitFor(server, people, batchId, (batch) => batch.status === 'generated')
}

export async function waitFor(
  server: TestServer,
  { checker }: Team,
  batchId: number,
  done: (batch: BatchDetail) => boolean,
): Promise<BatchDetail> {
  for (const end = Date.now() + 20_000; ;) {
    const { body } = await server.call(contract.getBatch, {
      token: checker.token,
      params: { batchId },
    })
    if (done(body)) return body
    if (Date.now() > end) throw new Error(`The batch stays ${JSON.stringify(body)}.`)
    await delay(50)
  }
}

/** The rows of the CSV print file without its header, as cells. */
export async function printed(
  server: TestServer,
  { printer }: Team,
  batchId: number,
  of: 'packs' | 'cartons' = 'packs',
): Promise<string[][]> {
  const answer = await server.raw(contract.printBatch, {
    token: printer.token,
    params: { batchId },
    body: { format: 'csv', of },
  })
  const text = (await openPrintAnswer(answer)).bytes.toString()
  const lines = text.replace('\uFEFF', '').trimEnd().split('\r\n')
  return lines.slice(1).map((line) => line.split(','))
}

/** The codes of a batch in the order of its serials, as a phone would send them. */
export async function codesFor(server: TestServer, people: Team, batchId: number) {
  const rows = await printed(server, people, batchId)
  return rows.map(([, code = '']) => parseCode(code)?.code ?? '')
}

/** The counts that `batch_count` should tell, counted from the coupons themselves. */
export async function countedCoupons({ db }: TestServer, batchId: number) {
  const rows = await db
    .selectFrom('coupon')
    .select('status')
    .where('batch_id', '=', batchId)
    .execute()
  const of = (status: number) => rows.filter((row) => row.status === status).length
  return { printed: of(0), active: of(1), deactivated: of(2), scanned: of(3), blocked: of(4) }
}
