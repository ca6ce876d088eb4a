import { describe, expect, it } from 'vitest'
import { levelOf, percentInWords } from './budget.ts'

describe('how much of a budget is spent', () => {
  it.each([
    [0, '0 %', 'fine'],
    [1, 'under 1 %', 'fine'],
    [79_999, '80 %', 'fine'],
    [80_000, '80 %', 'near'],
    [99_999, 'over 99 %', 'near'],
    [100_000, '100 %', 'spent'],
  ] as const)('%i of 1,00,000 is %s', (spent, words, level) => {
    const money = { spent, budget: 100_000 }
    expect(percentInWords(money)).toBe(words)
    expect(levelOf(money)).toBe(level)
  })
})
