import { describe, expect, it } from 'vitest'
import { scanListQuery } from '../../contract/programme/scans.ts'
import { parseSearch, stringifySearch } from './search.ts'

describe('the filters in an address', () => {
  it('are plain text', () => {
    expect(stringifySearch({ result: 'credited', from: '2026-11-01' })).toBe(
      '?result=credited&from=2026-11-01',
    )
  })
  it('repeat the key of a list', () => {
    expect(stringifySearch({ result: ['credited', 'unknown'], limit: 50 })).toBe(
      '?result=credited&result=unknown&limit=50',
    )
  })
  it('leave out what is empty', () => {
    expect(stringifySearch({ q: '', state: undefined, plant: null, result: [] })).toBe('')
    expect(stringifySearch({ batch: 0, held: false })).toBe('?batch=0&held=false')
  })
  it('survive signs that an address uses itself', () => {
    const search = { q: 'a&b=c d+é?#' }
    expect(parseSearch(stringifySearch(search))).toEqual(search)
  })
  it('come back as text and lists that the contract reads', () => {
    const found = parseSearch('?result=credited&region=27&region=29&limit=25')
    expect(found).toEqual({ result: 'credited', region: ['27', '29'], limit: '25' })
    expect(scanListQuery.parse(found)).toMatchObject({
      result: ['credited'],
      region: [27, 29],
      limit: 25,
    })
  })
})
