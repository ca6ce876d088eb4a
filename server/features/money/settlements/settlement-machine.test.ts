import { expect, test } from 'vitest'
import {
  POINT_FIGURES,
  SETTLEMENT_STATES,
  type SettlementState,
  type SettlementStep,
} from '../../../../contract/money/settlements.ts'
import { ACCOUNTS, TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import { AppError } from '../../../lib/app-error.ts'
import { testDatabase } from '../../../test/harness.ts'
import { sql } from 'kysely'
import { isCrossing, isOfFigure } from './figures.ts'
import { leastFar, nextState } from './settlement-machine.ts'

/** Written out apart from the table it checks: every step there is, and no other. */
const STEPS: Partial<Record<`${SettlementState} ${SettlementStep}`, SettlementState>> = {
  'open compute': 'computed',
  'computed compute': 'computed',
  'computed approve': 'approved',
  'approved settle': 'settled',
  'approved reopen': 'computed',
  'settled reopen': 'computed',
}
const pairs = SETTLEMENT_STATES.flatMap((state) =>
  (['compute', 'approve', 'settle', 'reopen'] as const).map((step) => [state, step] as const),
)

test.each(pairs)('from %s by %s', (state, step) => {
  const act = () => nextState({ name: 'Sharma Traders', state }, step)
  const expected = STEPS[`${state} ${step}`]
  if (expected) expect(act()).toBe(expected)
  else {
    expect(act).toThrow(AppError)
    expect(act).toThrow(/^Sharma Traders is [a-z ]+: it cannot be [a-z ]+\.$/)
  }
})

test('a month is as far as the least far of its distributors', () => {
  expect(leastFar(['settled', 'computed', 'approved'])).toBe('computed')
  expect(leastFar(['settled', 'approved'])).toBe('approved')
  expect(leastFar(['settled'])).toBe('settled')
  expect(leastFar([])).toBe('open')
})

test('every transfer that crosses is in exactly one figure, any other in none', async () => {
  const database = await testDatabase()
  try {
    const numbers = Object.values(ACCOUNTS).join(', ')
    const counted = POINT_FIGURES.map((figure) => `${isOfFigure(figure)}::int`).join(' + ')
    const { rows } = await sql
      .raw<{ crosses: boolean; figures: number }>(
        `select ${isCrossing()} as crosses, ${counted} as figures
         from (select d as debit, c as credit, k as kind
           from unnest(array[${numbers}]) d, unnest(array[${numbers}]) c,
             unnest(array[${Object.values(TRANSFER_KINDS).join(', ')}]) k where d <> c) t`,
      )
      .execute(database.db)
    expect(rows).toHaveLength(7 * 6 * 11)
    expect(rows.filter(({ crosses, figures }) => figures !== Number(crosses))).toEqual([])
  } finally {
    await database.drop()
  }
})
