import { expect, test } from 'vitest'
import type { SettlementRow } from '../../../../contract/money/settlements.ts'
import { sumOf } from './ledger.ts'
import { selectedRows, settlementSearch } from './settlement-search.ts'

const row = (name: string, available: number, more: Partial<SettlementRow> = {}) => ({
  ...sumOf([]),
  month: '2026-10-01',
  distributorId: available,
  distributorCode: `D${available}`,
  distributorName: name,
  state: 'computed' as const,
  before: null,
  approvedBy: null,
  settledReference: null,
  reopenAsked: false,
  available,
  ...more,
})
const ROWS: SettlementRow[] = [
  row('Zaveri', 300),
  row('agarwal', 100, { state: 'approved', reopenAsked: true }),
  row('Mehta', 300, { state: 'settled' }),
]
const names = (search: Record<string, unknown>): string[] =>
  selectedRows(ROWS, settlementSearch.parse(search)).map((one) => one.distributorName)

test('rows stand by name, or by a figure and then by name', () => {
  expect(names({})).toEqual(['agarwal', 'Mehta', 'Zaveri'])
  expect(names({ sort: 'name-down' })).toEqual(['Zaveri', 'Mehta', 'agarwal'])
  expect(names({ sort: 'outstanding' })).toEqual(['Mehta', 'Zaveri', 'agarwal'])
  expect(names({ sort: 'outstanding-up' })).toEqual(['agarwal', 'Mehta', 'Zaveri'])
})

test('they are found by a part of the name or code, by state, by what was asked', () => {
  expect(names({ q: 'AGAR' })).toEqual(['agarwal'])
  expect(names({ q: 'd300' })).toEqual(['Mehta', 'Zaveri'])
  expect(names({ status: ['approved', 'settled'] })).toEqual(['agarwal', 'Mehta'])
  expect(names({ reopen: 'yes' })).toEqual(['agarwal'])
})
