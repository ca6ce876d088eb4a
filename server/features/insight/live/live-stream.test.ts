import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BACKGROUND_HEADER } from '../../../../contract/background.ts'
import { live } from '../../../../contract/insight/live.ts'
import { whoAmI } from '../../../../contract/platform/session.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { STREAMS_A_PERSON } from './hub.ts'
import {
  follow,
  followed,
  goOn,
  scanOnce,
  secondServer,
  until,
  writeScans,
} from './test-support.ts'

let server: TestServer
let member: { token: string; memberId: number }

beforeAll(async () => {
  server = await testServer({ WRONG_CODES_PER_DAY: '1000000' })
  member = await server.member()
})
afterAll(() => server.stop())

describe('a stream', () => {
  test('is neither kept nor packed nor held back, and says something at once', async () => {
    const { token } = await server.staff('cs')
    const follower = await followed(server.url, token)
    expect(follower.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(follower.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(follower.headers.get('x-accel-buffering')).toBe('no')
    follower.close()
  })

  const ends: [string, (staffId: number) => Promise<unknown>, number][] = [
    [
      'signs out',
      (staffId) => server.db.deleteFrom('session').where('staff_id', '=', staffId).execute(),
      401,
    ],
    ['is disabled', (staffId) => setStaff(staffId, { disabled_at: new Date() }), 401],
    ['gets another role', (staffId) => setStaff(staffId, { role: 'finance' }), 200],
    [
      'did nothing for half an hour',
      (staffId) =>
        server.db
          .updateTable('session')
          .set({ seen_at: new Date(Date.now() - 31 * 60_000) })
          .where('staff_id', '=', staffId)
          .execute(),
      401,
    ],
  ]
  test.each(ends)('ends within five seconds when its person %s', async (_, end, status) => {
    const { token, staffId } = await server.staff('hod')
    const follower = await followed(server.url, token)
    const stays = await followed(server.url, (await server.staff('hod')).token)
    await end(staffId)
    await until(() => follower.isOver(), 'the end')
    expect(follower.told.at(-1)?.event).toBe('end')
    expect(stays.isOver()).toBe(false)
    expect((await server.call(whoAmI, { token })).status).toBe(status)
    stays.close()
  })

  test('does not keep a session alive, nor does what a page asks by itself', async () => {
    const { token, staffId } = await server.staff('hod')
    const seen = () =>
      server.db
        .selectFrom('session')
        .select('seen_at')
        .where('staff_id', '=', staffId)
        .executeTakeFirstOrThrow()
    const long = new Date(Date.now() - 10 * 60_000)
    await server.db
      .updateTable('session')
      .set({ seen_at: long })
      .where('staff_id', '=', staffId)
      .execute()
    const headers = { [BACKGROUND_HEADER]: 'yes' }
    const answer = await fetch(`${server.url}${live.path}`, {
      headers: { authorization: token, ...headers },
    })
    await server.call(whoAmI, { token, headers })
    await pause(1500)
    expect(await seen()).toEqual({ seen_at: long })
    await answer.body?.cancel()
    await server.call(whoAmI, { token })
    await expect.poll(async () => (await seen()).seen_at.getTime()).toBeGreaterThan(long.getTime())
  })

  test('is refused with 503 and Retry-After past the number of a person, and there is room again', async () => {
    const { token } = await server.staff('cs')
    const open = await Promise.all(
      Array.from({ length: STREAMS_A_PERSON }, () => followed(server.url, token)),
    )
    const more = await follow(server.url, token)
    expect(more.status).toBe(503)
    expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(0)
    const other = await followed(server.url, (await server.staff('cs')).token)
    for (const one of [...open, other]) one.close()
    await expect
      .poll(async () => {
        const again = await follow(server.url, token)
        again.close()
        return again.status
      })
      .toBe(200)
  })

  test('of a client that does not read is cut off; the others go on', async () => {
    const other = await secondServer(server)
    const { token } = await server.staff('hod')
    const reading = await followed(other.url, token)
    const { hostname, port } = new URL(other.url)
    const deaf = connect(Number(port), hostname).pause()
    deaf.write(`GET ${live.path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\n\r\n`)
    await expect.poll(other.connections).toBe(2)
    // The machine itself takes some megabytes for it before the server notices.
    const device = 'x'.repeat(4000)
    let rows = 0
    for (let round = 0; round < 12 && (await other.connections()) > 1; round++) {
      rows += (await writeScans(server.db, member.memberId, { count: 250, device })).length
      await until(() => reading.scanIds().length === rows, `${rows} scans`)
    }
    expect(await other.connections()).toBe(1)
    expect(reading.isOver()).toBe(false)
    reading.close()
    deaf.destroy()
    await other.stop()
  }, 60_000)

  test('ends at once with a word when its process stops, which is not held up', async () => {
    const other = await secondServer(server)
    const { token } = await server.staff('hod')
    const open = await Promise.all([1, 2, 3].map(() => followed(other.url, token)))
    const began = performance.now()
    await other.stop()
    expect(performance.now() - began).toBeLessThan(2000)
    for (const one of open) {
      await one.over
      expect(one.told.at(-1)?.event).toBe('bye')
    }
    const id = await scanOnce(server, member.token)
    const behind = await goOn(server.url, token, open[0]?.place())
    await until(() => behind.scanIds().length > 0, 'what came meanwhile')
    expect(behind.scanIds()).toEqual([id])
    behind.close()
  })
})

async function setStaff(staffId: number, set: { disabled_at: Date } | { role: 'finance' }) {
  await server.db.updateTable('staff').set(set).where('staff_id', '=', staffId).execute()
}
