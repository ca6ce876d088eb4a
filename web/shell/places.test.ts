import { expect, it } from 'vitest'
import { isInside } from './places.ts'

it.each([
  ['/dashboard', true],
  ['/dashboard/users', true],
  ['/dashboards', true],
  ['/plant-representatives', true],
  ['/plant-representatives-old/x', true],
  ['/', false],
  ['/Dashboard', false],
  ['/x/dashboard', false],
  ['/c/dashboard', false],
])('%s inside the layout: %s', (path, inside) => {
  expect(isInside(path)).toBe(inside)
})
