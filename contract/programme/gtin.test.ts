import { expect, test } from 'vitest'
import { gtin, gtinCheck, shownGtin } from './gtin.ts'

// Examples of GS1: https://www.gs1.org/services/how-calculate-check-digit-manually and EAN-8, UPC-A, ITF-14.
test.each([
  ['6291041500213', '06291041500213'],
  ['73513537', '00000073513537'],
  ['036000291452', '00036000291452'],
  ['1 0614141 00041 5', '10614141000415'],
  ['629-1041-500213', '06291041500213'],
])('the GTIN %s is stored as %s', (typed, stored) => {
  expect(gtin.parse(typed)).toBe(stored)
})

test('one wrong digit anywhere is found', () => {
  const right = '6291041500213'
  for (let place = 0; place < right.length; place++) {
    for (let other = 0; other < 10; other++) {
      const typed = right.slice(0, place) + String(other) + right.slice(place + 1)
      expect(gtin.safeParse(typed).success, typed).toBe(typed === right)
    }
  }
})

test('what is wrong is said: the length, or the digit that it should be', () => {
  const words = (typed: string) => gtin.safeParse(typed).error?.issues[0]?.message
  expect(words('123456789')).toBe('A GTIN has 8, 12, 13 or 14 digits.')
  expect(words('62910415002A3')).toBe('A GTIN has 8, 12, 13 or 14 digits.')
  expect(words('6291041500214')).toBe('The last digit of this GTIN should be 3: check the others.')
  expect(words('00000000')).toBe('A GTIN is not all zeros.')
})

test('packs show a GTIN without the zeros that are in front of its own digits', () => {
  expect(shownGtin('06291041500213')).toBe('6291041500213')
  expect(shownGtin('00000073513537')).toBe('73513537')
  expect(shownGtin('10614141000415')).toBe('10614141000415')
  expect(gtinCheck('629104150021')).toBe('3')
})
