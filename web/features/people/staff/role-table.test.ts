import { expect, test } from 'vitest'
import { PAGES } from '../../../../contract/menu.ts'
import { PERMISSIONS } from '../../../../contract/permissions.ts'
import { differing, roleSections } from './role-table.ts'

const sections = roleSections()
const lines = sections.flatMap((section) => section.lines)

test('every page and every permission stands in the table once', () => {
  const expected = [...PAGES, ...Object.keys(PERMISSIONS)]
  expect(lines.map(({ key }) => key).toSorted()).toEqual(expected.toSorted())
})

test('a line names the roles that the server lets through, group rule and item rule together', () => {
  const rolesOf = (key: string) => lines.find((line) => line.key === key)?.roles
  // In the spec the item admits sub admin, but its group does not.
  expect(rolesOf('/dashboard/approvals/kyc_logs')).toEqual(['admin', 'hod', 'cs', 'almond team'])
  expect(rolesOf('/plant-representatives/qr-scanning')).toEqual(['worker'])
  expect(rolesOf('batch.approve')).toEqual(['admin', 'hod'])
})

test('comparing two roles leaves the lines in which they differ', () => {
  const found = differing(sections, ['cs', 'sub admin'])
  const keys = found.flatMap((section) => section.lines.map(({ key }) => key))
  expect(keys).toContain('kyc.decide')
  expect(keys).toContain('/dashboard/points-settlement')
  expect(keys).not.toContain('scheme.draft')
  expect(found.every((section) => section.lines.length > 0)).toBe(true)
  expect(differing(sections, ['cs', 'cs'])).toEqual([])
})
