import { expect, test } from 'vitest'
import { reachInWords, type ProviderStatus } from './provider-status.ts'

const status = (change: Partial<ProviderStatus>): ProviderStatus => ({
  provider: 'razorpayx',
  name: 'RazorpayX',
  balancePaise: 100_000_00,
  asOf: '2026-11-20T10:00:00Z',
  problem: null,
  waiting: { count: 0, paise: 0 },
  covered: { count: 0, paise: 0 },
  ...change,
})

test('a balance covers what it reaches to the last paisa', () => {
  expect(reachInWords(status({}), 100_000_00)).toEqual({
    words: 'It holds ₹1,00,000.00. That covers these.',
    short: false,
  })
  expect(reachInWords(status({}), 100_000_01)).toMatchObject({
    words: expect.stringContaining('Up to ₹0.01 is missing'),
    short: true,
  })
})

test('what waits already comes first', () => {
  const busy = status({ waiting: { count: 3, paise: 99_000_00 } })
  expect(reachInWords(busy, 1_000_00)).toMatchObject({ short: false })
  expect(reachInWords(busy, 1_500_00).words).toBe(
    'It holds ₹1,00,000.00; ₹99,000.00 waits for it already. Up to ₹500.00 is missing: the last of them wait until money comes in.',
  )
})

test('without a balance it says why', () => {
  const silent = status({ balancePaise: null, problem: 'It did not answer.' })
  expect(reachInWords(silent, 1)).toEqual({ words: 'It did not answer.', short: true })
  const file = status({ provider: 'bank-file', balancePaise: null })
  expect(reachInWords(file, 1)).toMatchObject({ short: false })
})
