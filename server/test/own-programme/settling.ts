import { readXlsx } from 'hucre'
import * as contract from '../../../contract/money/settlements.ts'
import type { PointFigure } from '../../../contract/money/settlements.ts'
import { endOfMonth } from '../../features/money/settlements/months.ts'
import { FIGURE_NAMES } from '../../features/money/settlements/settlement-words.ts'
import { ok, until, type Programme, type Signed } from './programme.ts'

const HOUR_MS = 3_600_000

/** Lets the clock stand an hour after the end of a month. */
export function endMonth({ server }: Programme, month: string): void {
  const past = endOfMonth(month).getTime() + HOUR_MS - Date.now()
  server.context.now = () => new Date(Date.now() + past)
}

/** Computes a month and waits for its figures. */
export async function compute({ server }: Programme, { token }: Signed, month: string) {
  const params = { month }
  await ok(server.call(contract.computeMonth, { token, params }))
  return until(
    () => ok(server.call(contract.getMonth, { token, params })),
    ({ month: { computing, computedAt } }) => !computing && computedAt !== null,
  )
}

/** What the statement of a distributor says, as the spreadsheet that is downloaded. */
export async function statementOf(
  { server }: Programme,
  { token }: Signed,
  params: { month: string; distributorId: number },
) {
  const sent = { token, params, query: { format: 'xlsx' } }
  const answer = await server.raw(contract.settlementStatement, sent)
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
  const [header = [], ...lines] = sheets[0]?.rows ?? []
  const totals = lines.at(-1) ?? []
  return {
    members: lines.slice(0, -1),
    notes: new Map((sheets[1]?.rows ?? []).map(([label, value]) => [label, value])),
    total: (figure: PointFigure | 'available') =>
      Number(totals[header.indexOf(FIGURE_NAMES[figure])] ?? NaN),
  }
}
