import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scanCoupon } from '../../../../contract/programme/scans.ts'
import { dayOf } from '../../../../contract/time.ts'
import { transaction } from '../../../db/database.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { noteBackup } from './metrics.service.ts'

const DEPLOY = path.join(import.meta.dirname, '../../../../deploy')
const ALERTS = readFileSync(path.join(DEPLOY, 'prometheus/alerts.yaml'), 'utf8')
const BOARD = readFileSync(path.join(DEPLOY, 'grafana/hil-dashboard.json'), 'utf8')

let server: TestServer

beforeAll(async () => {
  server = await testServer({ ROLE: 'web' })
})
afterAll(() => server?.stop())

const metrics = async () => (await fetch(`${server.url}/metrics`)).text()

const valueOf = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1],
  )

test('every metric that an alert or the board names is told by a running server, and every one of ours is used', async () => {
  await fetch(`${server.url}/healthz`)
  const text = await metrics()
  const told = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const expressions = [
    ...[...ALERTS.matchAll(/expr: (.*)$/gm)].map(([, expr = '']) => expr),
    ...[...BOARD.matchAll(/"expr": "(.*?[^\\])"/g)].map(([, expr = '']) => expr),
  ]
  expect(expressions.length).toBeGreaterThan(30)
  const used = new Set(
    expressions.flatMap((expr) => expr.match(/\b(?:hil|http|nodejs|process)_\w+/g) ?? []),
  )
  const missing = [...used].filter((name) => !told.has(name.replace(/_(bucket|count|sum)$/, '')))
  expect(missing).toEqual([])
  const ours = [...told].filter((name) => name?.startsWith('hil_'))
  expect(ours.filter((name) => !used.has(name ?? ''))).toEqual([])
  expect(ALERTS).toContain(`route="${scanCoupon.path}"`)
})

test('what is told is what the database holds', async () => {
  const quiet = await testServer({ ROLE: 'web' })
  try {
    const at = new Date('2026-05-01T00:00:00Z')
    await noteBackup(quiet.db, new Date('2026-04-01T00:00:00Z'))
    await noteBackup(quiet.db, at)
    await transaction(quiet.db, (tx) => quiet.context.jobs.send(tx, 'housekeeping', {}))
    const one = { day: dayOf(new Date()), result: 2, state: 27, plant_id: 0, product_id: 0 }
    await quiet.db
      .insertInto('rollup_day')
      .values([
        { ...one, slot: 1, attempts: '3', points: '0' },
        { ...one, slot: 2, attempts: '4', points: '0' },
      ])
      .execute()
    const text = await (await fetch(`${quiet.url}/metrics`)).text()
    expect(valueOf(text, 'hil_backup_last_timestamp_seconds')).toBe(at.getTime() / 1000)
    expect(valueOf(text, 'hil_jobs_waiting{queue="housekeeping"}')).toBe(1)
    expect(valueOf(text, 'hil_scans_today{result="already_scanned"}')).toBe(7)
    expect(valueOf(text, 'hil_database_up')).toBe(1)
    expect(valueOf(text, 'hil_pool_waiting')).toBe(0)
  } finally {
    await quiet.stop()
  }
})
