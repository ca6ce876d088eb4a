import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addTextToSum, addToSum, createSum, sumToText } from './exact-sum.ts'
import { dateToSerial, excelDate, excelSerial, isoToSerial, serialToIso } from './serial.ts'
import { asCopy, firstSheet, inOneChunk, writeAndRead } from './test-support.ts'
import type { Row, XlsxColumn } from './types.ts'

const COLUMNS: XlsxColumn[] = [
  { header: 'Text', type: 'text' },
  { header: 'Integer', type: 'integer', total: true },
  { header: 'Decimal', type: 'decimal' },
  { header: 'Time', type: 'datetime' },
  { header: 'Money', type: 'money', total: true },
]

const AWKWARD = '_x0041D\t\n\r\\N &<>="\u0001\ufffe'
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...Array.from(AWKWARD)), maxLength: 20 }),
)
const paise = fc.integer({ min: -1e12, max: 1e12 })
const anyRow: fc.Arbitrary<Given> = fc.record({
  text: fc.option(anyText),
  integer: fc.option(fc.integer({ min: -1e14, max: 1e14 })),
  decimal: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 })),
  time: fc.option(
    fc.date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true }),
  ),
  paise: fc.option(paise),
})

type Given = {
  text: string | null
  integer: number | null
  decimal: number | null
  time: Date | null
  paise: number | null
}

function rupees(amount: number | null): string | null {
  return amount === null ? null : (amount / 100).toFixed(2)
}

function sumOf(amounts: readonly (number | null)[]): number {
  return Number(amounts.reduce((sum: bigint, amount) => sum + BigInt(amount ?? 0), 0n))
}

describe('random reports', () => {
  it.each(['typed rows', 'COPY bytes'])('come back as they went: %s', async (form) => {
    const check = async (given: readonly Given[], cut: number) => {
      const rows = given.map(({ text, integer, decimal, time, paise: amount }): Row => {
        const at = form === 'typed rows' ? time : (time?.toISOString() ?? null)
        return [text, integer, decimal, at, rupees(amount)]
      })
      const source = form === 'typed rows' ? inOneChunk(rows) : asCopy(rows, cut)
      const sheet = firstSheet(await writeAndRead({ columns: COLUMNS, rows: source }))
      const shift = 330 * 60_000
      expect(sheet.rows.slice(1, -1)).toEqual(
        given.map(({ text, integer, decimal, time, paise: amount }) => [
          text === '' ? null : text,
          integer,
          // Excel knows no negative zero
          decimal === null ? null : decimal + 0,
          time && new Date(time.getTime() + shift),
          amount === null ? null : amount / 100,
        ]),
      )
      expect(sheet.rows.at(-1)?.[1] ?? 0).toBe(sumOf(given.map(({ integer }) => integer)))
      expect(sheet.rows.at(-1)?.[4] ?? 0).toBe(sumOf(given.map((row) => row.paise)) / 100)
    }
    const rows = fc.array(anyRow, { maxLength: 20 })
    await fc.assert(fc.asyncProperty(rows, fc.integer({ min: 1, max: 300 }), check), {
      numRuns: 60,
    })
  })
})

describe('sums', () => {
  it('are exact', () => {
    const amounts = fc.array(
      fc.tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 6 })),
    )
    fc.assert(
      fc.property(amounts, (parts) => {
        const fast = createSum()
        const slow = createSum()
        let expected = 0n
        for (const [mantissa, decimals] of parts) {
          addToSum(fast, mantissa, decimals)
          addTextToSum(slow, `${mantissa}e-${decimals}`)
          expected += BigInt(mantissa) * 10n ** BigInt(6 - decimals)
        }
        expect(sumToText(fast)).toBe(sumToText(slow))
        expect(BigInt(Math.round(Number(sumToText(fast)) * 1e6))).toBe(expected)
      }),
    )
  })

  it('stay exact past what a double holds', () => {
    const sum = createSum()
    for (let i = 0; i < 1000; i += 1) addToSum(sum, 999_999_999_999_999, 2)
    addToSum(sum, -1, 1)
    expect(sumToText(sum)).toBe('9999999999999989.9')
    expect(sumToText(createSum())).toBe('0')
  })
})

describe('dates', () => {
  it('are the serials that Excel shows', () => {
    expect(isoToSerial('1970-01-01', 330)).toBe(25_569)
    expect(isoToSerial('2026-11-05 15:51:00+05:30', 330)).toBe(46_331.6604166667)
    expect(isoToSerial('2026-11-05T10:21:00Z', 330)).toBe(46_331.6604166667)
    expect(isoToSerial('2026-11-05 05:51:00.5-04:30', 330)).toBe(46_331.6604224537)
    expect(dateToSerial(new Date('2026-11-05T10:21:00Z'), 330)).toBe(46_331.6604166667)
    expect(isoToSerial('1900-03-01', 0)).toBe(61)
    expect(isoToSerial('1900-02-28', 0)).toBeNull()
    expect(serialToIso(46_331.6604166667, true)).toBe('2026-11-05 15:51:00')
    expect(serialToIso(46_331, false)).toBe('2026-11-05')
  })

  it('have SQL that takes no stranger zone', () => {
    expect(excelSerial('scan.recorded_at')).toContain("at time zone 'Asia/Kolkata'")
    expect(() => excelSerial('now()', "UTC'; drop")).toThrow(RangeError)
    expect(excelDate('due_on')).toBe("((due_on) - date '1899-12-30')")
  })
})
