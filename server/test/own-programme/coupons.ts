import * as contract from '../../../contract/programme/batches.ts'
import { SHEET_PRESETS } from '../../../contract/programme/label-sheets.ts'
import { addDays, dayOf } from '../../../contract/time.ts'
import { readPages } from '../../features/programme/batches/print-test-support.ts'
import { openPrintAnswer } from '../open-print-file.ts'
import { ok, until, type Programme, type Signed } from './programme.ts'

type Wanted = { plantId: number; productId: number; quantity: number; points: number }
type People = { maker: Signed; approver: Signed }

/** A batch with GS1 Digital Links that one person asks for and another approves, once its coupons are made. */
export async function makeBatch(
  { server }: Programme,
  { maker, approver }: People,
  wanted: Wanted,
): Promise<number> {
  const body = { ...wanted, expiresOn: addDays(dayOf(new Date()), 365), qrForm: 'gs1' }
  const { batchId, version } = await ok(
    server.call(contract.requestBatch, { token: maker.token, body }),
  )
  const params = { batchId }
  const approval = { token: approver.token, params, body: { version } }
  await ok(server.call(contract.approveBatch, approval))
  await until(
    () => ok(server.call(contract.getBatch, { token: maker.token, params })),
    ({ status }) => status === 'generated',
  )
  return batchId
}

/** Sheets of 24 labels: the first bytes of the PDF, and what a phone reads on each page. */
export async function printLabels({ server }: Programme, { token }: Signed, batchId: number) {
  const body = { format: 'pdf', sheet: SHEET_PRESETS['a4-24']?.sheet }
  const answer = await server.raw(contract.printBatch, { token, params: { batchId }, body })
  const { bytes: pdf } = await openPrintAnswer(answer)
  const pages = await readPages(pdf)
  return {
    begins: pdf.subarray(0, 4).toString(),
    pages: pages.map(({ qrs }) => qrs.map(({ text }) => text)),
  }
}
