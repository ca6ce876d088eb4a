import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../config.ts'
import { environmentExample, settingsPage } from './documents.ts'
import { environment, SETTINGS, SETTING_GROUPS } from './table.ts'

const read = (file: string) =>
  readFileSync(path.join(import.meta.dirname, '..', '..', file), 'utf8')

test('the page and the example are what the table of settings makes', () => {
  expect(read('docs/settings.md'), 'npm run settings').toBe(settingsPage())
  expect(read('.env.example'), 'npm run settings').toBe(environmentExample())
})

test('each setting stands in one group and in the example', () => {
  const grouped = SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings))
  expect(grouped.toSorted()).toEqual([...SETTINGS].toSorted())
  const named = [...environmentExample().matchAll(/^#([A-Z_0-9]+)=$/gm)].map(([, name]) => name)
  expect(named).toEqual(grouped)
})

const numbers = Object.entries(environment.shape).flatMap(([name, type]) => {
  const { minimum, maximum } = z.toJSONSchema(type, { unrepresentable: 'any' })
  return minimum === undefined || maximum === undefined ? [] : [{ name, minimum, maximum }]
})

test.each(numbers)('$name may be $minimum to $maximum', ({ name, minimum, maximum }) => {
  for (const fits of [minimum, maximum]) {
    expect(environment.shape[name as 'PORT'].parse(`${fits}`)).toBe(fits)
  }
  for (const not of [minimum - 1, maximum + 1]) {
    expect(() => readConfig({ [name]: `${not}` })).toThrow(`${name} must be at`)
  }
})
