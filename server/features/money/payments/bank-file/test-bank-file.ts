import * as contract from '../../../../../contract/money/bank-files.ts'
import { CSV_TYPE } from '../../../../../contract/sheets.ts'
import type { TestServer } from '../../../../test/server.ts'
import type { Staff } from '../../redemptions/test-support.ts'
import { approved, lastOf, listed, send, type Approved } from '../test-support.ts'

export const makeFile = (server: TestServer, { token }: Staff, totalPaise: number) =>
  server.call(contract.makeBankFile, { token, body: { totalPaise } })

/** Redemptions of ₹200 that are queued for the bank. */
export async function queuedForBank(
  server: TestServer,
  staff: Staff,
  count: number,
): Promise<Approved[]> {
  const selected: Approved[] = []
  for (let one = 0; one < count; one++) selected.push(await approved(server))
  await send(server, staff, selected, { provider: 'bank-file' })
  return selected
}

/** Payments of ₹200 that are in a file for the bank, with their numbers. */
export async function inFile(server: TestServer, staff: Staff, count: number) {
  const selected = await queuedForBank(server, staff, count)
  const { body } = await makeFile(server, staff, 20_000 * count)
  if (!body.file) throw new Error(JSON.stringify(body))
  const { file } = body
  const payments = await Promise.all(
    selected.map(async (one) => ({
      ...one,
      payment: (await lastOf(server, staff, one)).number ?? '',
    })),
  )
  return { file, payments }
}

/** Puts whatever is queued for the bank into a file, so that a test begins with an empty queue. */
export async function emptyQueue(server: TestServer, staff: Staff): Promise<void> {
  const rows = await listed(server, staff, 'pending', { status: 'queued', limit: 200 })
  await makeFile(
    server,
    staff,
    rows.reduce((sum, { grossPaise }) => sum + grossPaise, 0),
  )
}

export const download = (
  server: TestServer,
  { token }: Staff,
  fileId: string,
  format: 'xlsx' | 'csv',
) => server.raw(contract.downloadBankFile, { token, params: { fileId }, body: { format } })

export type Row = [reference: string, amount: string, status: string, utr?: string, reason?: string]
let files = 0
/** A file of the bank; each is another one, as its last column tells. */
export const fileOf = (rows: readonly Row[], mark = ++files) =>
  [
    'Status,Reference,UTR,Amount,Reason,Branch',
    ...rows.map(([reference, amount, status, utr = '', reason = '']) =>
      [status, reference, utr, `"${amount}"`, reason, mark].join(','),
    ),
  ].join('\r\n')

export const preview = (server: TestServer, { token }: Staff, text: string) =>
  server.call(contract.previewBankAnswer, {
    token,
    query: { name: 'answer.csv' },
    body: text,
    headers: { 'content-type': CSV_TYPE },
  })

export const apply = (server: TestServer, { token }: Staff, answerId: string, changes: number) =>
  server.call(contract.applyBankAnswer, { token, params: { answerId }, body: { changes } })

/** A file of rows that all change something, previewed and applied. */
export async function applied(
  server: TestServer,
  staff: Staff,
  rows: readonly Row[],
): Promise<void> {
  const { body } = await preview(server, staff, fileOf(rows))
  const answer = await apply(server, staff, body.answerId, rows.length)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}

let utrs = 500_000
export const newUtr = () => `BANK${++utrs}`
