import { describe, expect, test } from 'vitest'
import type { CouponStatus } from '../../../../contract/programme/coupons.ts'
import type { MeltagStatus } from '../../../../contract/programme/meltag.ts'
import { compare, type Ours, type Theirs } from './compare.ts'

const HOUR_MS = 3_600_000
const NOW = new Date('2026-11-20T06:30:00Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)

const ours: Ours = {
  batchId: 1042,
  serial: 17,
  productCode: 'WP40',
  plantCode: 'JHB',
  status: 'active',
  batchStatus: 'printed',
  activatedAt: ago(500),
  scannedAt: null,
  changedAt: ago(500),
  madeAt: ago(600),
}
const theirs: Theirs = {
  tag: 'MT-1',
  batchNumber: 1042,
  serial: 17,
  productCode: 'WP40',
  plantCode: 'JHB',
  status: 'activated',
  known: 'activated',
  statusAt: ago(495),
  activatedAt: ago(495),
  consumedAt: null,
  updatedAt: ago(495),
}
const found = (mine: Partial<Ours> | null, other: Partial<Theirs> | null, twins: string[] = []) =>
  compare(
    {
      ours: mine && { ...ours, ...mine },
      theirs: other && { ...theirs, ...other },
      twins,
    },
    NOW,
  )
const brief = (...args: Parameters<typeof found>) =>
  found(...args).map(({ field, weight, ours, theirs }) => `${weight} ${field}: ${ours} | ${theirs}`)

const STATES: CouponStatus[] = ['printed', 'active', 'deactivated', 'scanned', 'blocked']
const AGREEING: Record<MeltagStatus, CouponStatus[]> = {
  issued: ['printed'],
  activated: ['active'],
  consumed: ['scanned'],
  void: ['deactivated', 'blocked'],
}

test('two sides that say the same have no finding', () => {
  expect(found({}, {})).toEqual([])
})

describe.each(Object.keys(AGREEING) as MeltagStatus[])('%s with the vendor', (known) => {
  test.each(STATES)('and %s with us', (status) => {
    const found = compare(
      { ours: { ...ours, status }, theirs: { ...theirs, known, status: known } },
      NOW,
    )
    expect(found.map(({ field }) => field)).toEqual(
      AGREEING[known].includes(status) ? [] : ['status'],
    )
    for (const { words } of found)
      expect(words).toMatch(/^With us .*; with the vendor .*\.( .*\.)?$/)
  })
})

test('a state that was not agreed is said as it is written', () => {
  const [finding] = found({}, { known: null, status: 'returned' })
  expect(finding).toMatchObject({ field: 'status', weight: 'serious', theirs: 'returned' })
  expect(finding?.words).toContain('“returned”')
})

describe('of a blocked lot', () => {
  test('a coupon may be void to the vendor, or still what it is', () => {
    const batchStatus = 'blocked'
    expect(found({ batchStatus }, { known: 'void', status: 'void' })).toEqual([])
    expect(found({ batchStatus }, {})).toEqual([])
  })

  test('a scanned one may not', () => {
    expect(
      brief({ batchStatus: 'blocked', status: 'scanned' }, { known: 'void', status: 'void' }),
    ).toEqual(['serious status: Scanned | Void'])
  })
})

describe('a change of ours that the vendor has not followed yet', () => {
  const scanned = (hours: number) => ({
    status: 'scanned' as const,
    scannedAt: ago(hours),
    changedAt: ago(hours),
  })
  test.each([
    ['an hour ago', 1, 2, 'late'],
    ['a day and a half ago', 36, 40, 'late'],
    ['longer ago', 37, 40, 'serious'],
    ['though the vendor changed the row since', 5, 4, 'serious'],
  ])('%s', (_, changed, updated, weight) => {
    expect(brief(scanned(changed), { updatedAt: ago(updated) })).toEqual([
      `${weight} status: Scanned | Activated`,
    ])
  })

  test('says how long ago', () => {
    expect(found(scanned(5), {})[0]?.words).toContain('5 hours ago')
    expect(found(scanned(0.5), {})[0]?.words).toContain('less than an hour ago')
    expect(found(scanned(5), { updatedAt: null })[0]?.weight).toBe('late')
  })
})

describe('what never changes is serious, however recent', () => {
  const changed = { changedAt: ago(1) }
  test.each([
    [{ batchNumber: 1043 }, 'serious batch: 1042 | 1043'],
    [{ serial: 18 }, 'serious serial: 17 | 18'],
    [{ productCode: 'WP20' }, 'serious product: WP40 | WP20'],
    [{ plantCode: 'SGR' }, 'serious plant: JHB | SGR'],
  ])('%j', (other, finding) => {
    expect(brief(changed, other)).toEqual([finding])
  })

  test.each(['batchNumber', 'serial', 'productCode', 'plantCode', 'activatedAt'] as const)(
    'what the vendor does not say (%s) is no difference',
    (field) => {
      expect(found({}, { [field]: null })).toEqual([])
    },
  )
})

describe('times', () => {
  const scanned = { status: 'scanned' as const, scannedAt: ago(100), changedAt: ago(100) }
  const consumed = { status: 'consumed', known: 'consumed' as const }
  test.each([
    ['a day apart is nothing', ago(124), []],
    ['more than a day earlier', ago(148), ['earlier']],
    ['more than a day later', ago(52), ['later']],
  ])('of use: %s', (_, consumedAt, words) => {
    const findings = found(scanned, { ...consumed, consumedAt })
    expect(findings.map(({ field }) => field)).toEqual(words.map(() => 'used'))
    for (const word of words) {
      expect(findings[0]?.words).toBe(`The vendor says that it was used 2 days ${word} than we do.`)
    }
  })

  test('of activation', () => {
    const [finding] = found({}, { activatedAt: ago(428) })
    expect(finding).toMatchObject({ field: 'activated', weight: 'serious' })
    expect(finding?.ours).toBe('30 Oct 2026, 16:00')
    expect(finding?.words).toContain('activated 3 days later')
  })
})

describe('on one side only', () => {
  test('a coupon without a tag: late while its batch is new', () => {
    expect(brief({}, null)).toEqual(['serious presence: Batch 1042, serial 17 | No tag'])
    expect(brief({ madeAt: ago(3) }, null)).toEqual([
      'late presence: Batch 1042, serial 17 | No tag',
    ])
    expect(brief({ madeAt: null }, null)[0]).toContain('serious')
  })

  test('a tag without a coupon', () => {
    expect(brief(null, { tag: 'MT-9' })).toEqual(['serious presence: No coupon | MT-9'])
  })
})

test('the same code on two tags, and what is late comes after what is serious', () => {
  const late = { status: 'scanned' as const, changedAt: ago(2), scannedAt: ago(2) }
  expect(brief(late, { plantCode: 'SGR' }, ['MT-2'])).toEqual([
    'serious duplicate: One coupon | MT-1, MT-2',
    'serious plant: JHB | SGR',
    'late status: Scanned | Activated',
  ])
  expect(brief(null, {}, ['MT-2'])).toEqual([
    'serious presence: No coupon | MT-1',
    'serious duplicate: One coupon | MT-1, MT-2',
  ])
})
