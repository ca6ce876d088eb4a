import { expect, test } from 'vitest'
import { aroundRows } from './bank-answer-around.ts'
import { readRupees, type GivenRow } from './bank-answer-rows.ts'

const rowOf = (line: number, change: Partial<GivenRow> = {}): GivenRow => ({
  line,
  reference: 'PY100001',
  amount: '200.00',
  status: 'Paid',
  utr: 'BANK500001',
  reason: '',
  day: '',
  ...change,
})

test('a file that is one payment all over is looked through at once', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => rowOf(index + 2))
  const before = process.cpuUsage()
  const around = aroundRows(rows)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000)
  expect(around.get(2)).toEqual({
    twin: { line: 3, same: true, isBefore: false },
    sharesUtr: null,
  })
  expect(around.get(9)?.twin).toEqual({ line: 2, same: true, isBefore: true })
})

const says = ({ status, utr, amount }: GivenRow) =>
  JSON.stringify([status.toLowerCase(), utr, readRupees(amount)])

/** What is around a row, by looking at every other one. */
function plainly(rows: readonly GivenRow[], row: GivenRow) {
  const others = rows.filter(
    (other) => other.line !== row.line && row.reference !== '' && other.reference === row.reference,
  )
  const twin = others.find((other) => says(other) !== says(row)) ?? others[0]
  const sharing = rows.find(
    (other) => row.utr !== '' && other.utr === row.utr && other.reference !== row.reference,
  )
  return {
    twin: twin
      ? { line: twin.line, same: says(twin) === says(row), isBefore: twin.line < row.line }
      : null,
    sharesUtr: sharing ? `line ${sharing.line}` : null,
  }
}

test('each row is told of the others as if every pair were compared', () => {
  const choices = {
    reference: ['', 'PY1', 'PY2', 'PY3'],
    status: ['Paid', 'PAID', 'Failed'],
    utr: ['', 'BANK500001', 'BANK500002'],
    amount: ['200', '200.00', '300', 'nothing'],
  }
  const any = (from: readonly string[]) => from[Math.floor(Math.random() * from.length)] ?? ''
  for (let round = 0; round < 500; round++) {
    const rows = Array.from({ length: 1 + (round % 7) }, (_, index) =>
      rowOf(index + 2, {
        reference: any(choices.reference),
        status: any(choices.status),
        utr: any(choices.utr),
        amount: any(choices.amount),
      }),
    )
    const around = aroundRows(rows)
    for (const row of rows) {
      expect(around.get(row.line), JSON.stringify(rows)).toEqual(plainly(rows, row))
    }
  }
})
