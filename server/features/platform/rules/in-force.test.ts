import { describe, expect, test } from 'vitest'
import {
  isNumberKey,
  numberRule,
  readValue,
  RULE_KEYS,
  RULES,
  ruleOf,
  valueFault,
  valueInWords,
} from '../../../../contract/platform/rule-definitions.ts'
import { readConfig } from '../../../config.ts'
import { SETTINGS } from '../../../settings/table.ts'
import { rulesAt, timelineOf, type Approved } from './in-force.ts'
import { startValues } from './start-values.ts'

const start = startValues(readConfig({ SCANS_PER_DAY: '150' }))
const at = (text: string) => new Date(`2026-11-${text}Z`)

let made = 0
const change = (rule: string, value: unknown, holdsFrom: Date): Approved => ({
  changeId: String(++made),
  rule,
  value,
  holdsFrom,
})

describe('the rules in force at a moment', () => {
  test('are the start values while nothing was approved', () => {
    expect(rulesAt(timelineOf(start, []), at('20T00:00'))).toEqual({ ...start, scansPerDay: 150 })
  })

  test('are those of each change from its very moment on', () => {
    const timeline = timelineOf(start, [
      change('scansPerDay', 20, at('10T10:00')),
      change('pointValuePaise', 50, at('11T00:00')),
      change('scansPerDay', 30, at('12T00:00')),
    ])
    const seen = (moment: Date) => {
      const { scansPerDay, pointValuePaise } = rulesAt(timeline, moment)
      return [scansPerDay, pointValuePaise]
    }
    expect(seen(new Date(at('10T10:00').getTime() - 1))).toEqual([150, 100])
    expect(seen(at('10T10:00'))).toEqual([20, 100])
    expect(seen(at('11T23:59'))).toEqual([20, 50])
    expect(seen(at('12T00:00'))).toEqual([30, 50])
    expect(seen(at('30T00:00'))).toEqual([30, 50])
  })

  test('of two changes from one moment the one approved later counts', () => {
    const moment = at('12T00:00')
    const changes = [change('scansPerDay', 30, moment), change('scansPerDay', 150, moment)]
    expect(rulesAt(timelineOf(start, changes), moment).scansPerDay).toBe(150)
  })

  test.each([
    ['a rule of another version', 'moonPhase', 3],
    ['a value below its range', 'scansPerDay', 0],
    ['a value that is no number', 'scansPerDay', 'many'],
  ])('pass over %s: what held before goes on', (_, rule, value) => {
    const changes = [change('scansPerDay', 20, at('10T00:00')), change(rule, value, at('11T00:00'))]
    expect(rulesAt(timelineOf(start, changes), at('12T00:00'))).toEqual({
      ...start,
      scansPerDay: 20,
    })
  })
})

describe('the table of rules', () => {
  test.each(RULE_KEYS)('%s: its start value is in its range, and its setting gives it', (key) => {
    expect(readValue(key, ruleOf(key).start)).toEqual({ value: ruleOf(key).start, faults: null })
    if (!isNumberKey(key)) return
    const { setting, max } = numberRule(key)
    if (setting === null) return
    expect(SETTINGS).toContain(setting)
    expect(startValues(readConfig({ [setting]: String(max) }))[key]).toBe(max)
    expect(() => readConfig({ [setting]: String(max + 1) })).toThrow('must be at most')
  })

  test('a value out of range is told with the range in its unit', () => {
    expect([
      valueFault('scansPerDay', 0),
      valueFault('pointValuePaise', 100_001),
      valueFault('scansPerDay', 1.5),
      valueFault('pointValuePaise', 1.5),
      valueFault('scansPerDay', Number.NaN),
    ]).toEqual([
      'From 1 to 10,00,000.',
      'From ₹0.01 to ₹1,000.00.',
      'Enter a whole number.',
      'At most two decimal places.',
      'Enter a whole number.',
    ])
  })

  test('values are said in words', () => {
    expect([
      valueInWords('pointValuePaise', 150),
      valueInWords('scansPerDay', 1000),
      RULES.pointsExpireMonths.says(0),
      RULES.redemptionMinPoints.says(100),
      RULES.batchSecondApprovalFrom.says(1_000_001),
    ]).toEqual([
      '₹1.50',
      '1,000 scans a day',
      'Points never expire.',
      'At least 100 points are redeemed at once.',
      'No batch needs a second approval.',
    ])
  })
})
