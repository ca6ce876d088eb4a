import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './ensure.mjs'
import { circlesOf } from './import-graph.mjs'
import { brokenWalls, importsBetweenRooms, roomGraph, roomOf } from './rooms.mjs'
import { WINGS } from './wings.ts'

const between = importsBetweenRooms()

test.each(['server', 'web'])('every folder in %s/features is a wing', (side) => {
  const wings = readdirSync(path.join(root, side, 'features'))
  expect(wings.filter((name) => !WINGS.includes(name))).toEqual([])
})

test('no room imports a wing above its own, and rooms of the server meet at index.ts', () => {
  // The reader would find no broken wall where it found no import.
  expect(between.length).toBeGreaterThan(500)
  expect(brokenWalls(between)).toEqual([])
})

test('no rooms import each other in a circle', () => {
  expect(circlesOf(roomGraph(between))).toEqual([])
})

const crossing = (file, target) => ({ file, target, from: roomOf(file), to: roomOf(target) })

test.each([
  [
    'server/features/people/kyc/kyc.service.ts',
    'server/features/money/tax/index.ts',
    'people may not import money',
  ],
  [
    'server/features/money/tax/tax.service.ts',
    'server/features/people/kyc/pans.service.ts',
    'import kyc/index.ts',
  ],
  [
    'web/features/people/kyc/verification-page.tsx',
    'web/features/desk/users/user-link.tsx',
    'people may not import desk',
  ],
])('a wall between %s and %s would be seen', (file, target, words) => {
  expect(brokenWalls([crossing(file, target)])).toEqual([expect.stringContaining(words)])
})
