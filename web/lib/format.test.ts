import { describe, expect, it } from 'vitest'
import {
  formatAmount,
  formatCode,
  formatCount,
  formatDay,
  formatDayOf,
  formatDays,
  formatDuration,
  formatMobile,
  formatMoment,
  formatNumber,
  formatRelative,
  formatTime,
} from './format.ts'

describe('moments are told in Asia/Kolkata', () => {
  it('with day, month, year and time', () => {
    expect(formatMoment('2026-11-20T08:35:00Z')).toBe('20 Nov 2026, 14:05')
  })
  it('past midnight there while it is still the day before in UTC', () => {
    expect(formatMoment('2026-11-19T18:30:00Z')).toBe('20 Nov 2026, 00:00')
    expect(formatDayOf('2026-11-19T18:29:59Z')).toBe('19 Nov 2026')
  })
  it('September is Sep', () => {
    expect(formatDayOf('2026-09-03T08:00:00Z')).toBe('3 Sep 2026')
  })
  it('the time of day alone', () => {
    expect(formatTime('2026-11-20T08:35:00Z')).toBe('14:05')
  })
  it('a calendar day has no zone', () => {
    expect(formatDay('2026-01-05')).toBe('5 Jan 2026')
  })
})

describe('seen from now', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  it.each([
    ['2026-11-20T11:55:00Z', '5 minutes ago'],
    ['2026-11-20T11:59:30Z', '30 seconds ago'],
    ['2026-11-19T12:00:00Z', 'yesterday'],
    ['2026-11-20T15:00:00Z', 'in 3 hours'],
    ['2024-11-19T12:00:00Z', '2 years ago'],
  ])('%s is %s', (at, words) => {
    expect(formatRelative(at, now)).toBe(words)
  })
})

describe('numbers', () => {
  it('are grouped as in India', () => {
    expect(formatNumber(1234567)).toBe('12,34,567')
    expect(formatNumber(-1000)).toBe('-1,000')
  })
  it('a count past its limit says so', () => {
    expect(formatCount(10_000, 10_000)).toBe('10,000')
    expect(formatCount(10_001, 10_000)).toBe('10,000+')
  })
  it('agree with their noun', () => {
    expect(formatAmount(1, 'coupon')).toBe('1 coupon')
    expect(formatAmount(0, 'coupon')).toBe('0 coupons')
    expect(formatAmount(100_000, 'entry', 'entries')).toBe('1,00,000 entries')
  })
})

describe('mobiles', () => {
  it.each([
    ['9876543210', '+91 98765 43210'],
    ['+919876543210', '+91 98765 43210'],
    ['09876543210', '+91 98765 43210'],
    ['9187654321', '+91 91876 54321'],
    ['98765•••10', '98765•••10'],
  ])('%s reads %s', (mobile, words) => {
    expect(formatMobile(mobile)).toBe(words)
  })
})

it('codes are read in groups of four', () => {
  expect(formatCode('ABCDEFGHJKLMN')).toBe('ABCD EFGH JKLM N')
  expect(formatCode('ABCD-EFGH')).toBe('ABCD EFGH')
  expect(formatCode('')).toBe('')
})

describe('a length of time in its two largest units', () => {
  it.each([
    [0, '0 s'],
    [-5, '0 s'],
    [8.9, '8 s'],
    [60, '1 min'],
    [80, '1 min 20 s'],
    [630, '10 min'],
    [3600, '1 h'],
    [12_059, '3 h 20 min'],
    [86_400, '1 d'],
    [190_800, '2 d 5 h'],
  ])('%d seconds', (seconds, words) => {
    expect(formatDuration(seconds)).toBe(words)
  })
})

describe('days from one to another', () => {
  it.each([
    ['2026-11-20', '2026-11-20', '20 Nov 2026'],
    ['2026-11-20', '2026-12-03', '20 Nov – 3 Dec 2026'],
    ['2026-11-20', '2027-01-03', '20 Nov 2026 – 3 Jan 2027'],
  ])('%s to %s', (from, to, words) => {
    expect(formatDays(from, to)).toBe(words)
  })
})
