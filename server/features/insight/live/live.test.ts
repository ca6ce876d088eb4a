import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listScans } from '../../../../contract/programme/scans.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { tellStaff } from '../../platform/notices/notices.service.ts'
import { MOST_SCANS } from './answers.ts'
import { followed, goOn, scanOnce, secondServer, until, writeScans } from './test-support.ts'

let server: TestServer
let member: { token: string; memberId: number }

beforeAll(async () => {
  server = await testServer({ WRONG_CODES_PER_DAY: '1000000' })
  member = await server.member()
})
afterAll(() => server.stop())

describe('scans', () => {
  test('come within two seconds, in order, exactly as the list shows them', async () => {
    const { token } = await server.staff('hod')
    const follower = await followed(server.url, token)
    const ids: string[] = []
    const waits: number[] = []
    for (let i = 0; i < 5; i++) {
      ids.push(await scanOnce(server, member.token))
      const committed = performance.now()
      await until(() => follower.scanIds().length === ids.length, 'the scan')
      waits.push(performance.now() - committed)
    }
    // The middle one: a shared machine may stand still for a moment.
    expect(waits.toSorted((a, b) => a - b)[2]).toBeLessThan(2000)
    expect(follower.scanIds()).toEqual(ids)
    const { body } = await server.call(listScans, { token, query: { limit: 5 } })
    expect(follower.scans().toReversed()).toEqual(body.items)
    follower.close()
  })

  test('that are committed in another order than they are numbered come once each, also behind a gap', async () => {
    const { token } = await server.staff('cs')
    const first = await followed(server.url, token)
    const committed = Promise.withResolvers<void>()
    const written = Promise.withResolvers<string[]>()
    const slow = server.db.transaction().execute(async (tx) => {
      written.resolve(await writeScans(tx, member.memberId))
      await committed.promise
    })
    const [early = ''] = await written.promise
    const later = await scanOnce(server, member.token)
    expect(BigInt(early)).toBeLessThan(BigInt(later))
    await until(() => first.scanIds().includes(later), 'the later scan')
    first.close()
    await first.over
    committed.resolve()
    await slow
    const other = await secondServer(server)
    const behind = await goOn(other.url, token, first.place())
    const last = await scanOnce(server, member.token)
    await until(() => behind.scanIds().includes(last), 'the last scan')
    expect([...first.scanIds(), ...behind.scanIds()]).toEqual([later, early, last])
    behind.close()
    await other.stop()
  })

  test('come late too, when their transaction took a minute', async () => {
    const { token } = await server.staff('hod')
    const follower = await followed(server.url, token)
    const minuteAgo = new Date(Date.now() - 60_000)
    const late = await writeScans(server.db, member.memberId, { at: minuteAgo })
    await until(() => follower.scanIds().length > 0, 'the late scan')
    expect(follower.scanIds()).toEqual(late)
    follower.close()
  })

  test('go to two processes on one database alike', async () => {
    const { token } = await server.staff('hod')
    const other = await secondServer(server)
    const both = [await followed(server.url, token), await followed(other.url, token)]
    const ids = []
    for (let i = 0; i < 10; i++) ids.push(await scanOnce(server, member.token))
    await until(() => both.every((one) => one.scanIds().length === 10), 'ten scans on both')
    for (const one of both) expect(one.scanIds()).toEqual(ids)
    for (const one of both) one.close()
    await other.stop()
  })

  test('do not go to roles whose menu lacks their list, whatever place they name', async () => {
    const tokens = await Promise.all(
      (['finance', 'courier', 'marketing', 'worker'] as const).map((role) => server.staff(role)),
    )
    const seeing = await followed(server.url, (await server.staff('hod')).token)
    const blind = await Promise.all(tokens.map(({ token }) => followed(server.url, token)))
    await scanOnce(server, member.token)
    await until(() => seeing.scanIds().length === 1, 'a scan')
    const again = await Promise.all(
      tokens.map(({ token }, i) => goOn(server.url, token, blind[i]?.place())),
    )
    await scanOnce(server, member.token)
    await until(() => seeing.scanIds().length === 2, 'another')
    await until(() => blind.every((one) => one.named('work').length > 0), 'what they may know')
    const told = [...blind, ...again].flatMap((one) => one.told.map(({ event }) => event))
    expect(new Set(told)).toEqual(new Set(['ready', 'notice', 'work']))
    for (const one of [...blind, ...again, seeing]) one.close()
  })

  test('do not go to a session that must set two-factor sign-in up first', async () => {
    const { token, staffId } = await server.staff('hod')
    await server.db
      .updateTable('session')
      .set({ limited: true })
      .where('staff_id', '=', staffId)
      .execute()
    const [limited, seeing] = [
      await followed(server.url, token),
      await followed(server.url, (await server.staff('hod')).token),
    ]
    await scanOnce(server, member.token)
    await until(() => seeing.scanIds().length === 1, 'a scan')
    await pause(1200)
    expect(limited.named('scans')).toEqual([])
    for (const one of [limited, seeing]) one.close()
  })

  test('that are too many for one event are a reset, and it goes on behind them', async () => {
    const { token } = await server.staff('hod')
    const first = await followed(server.url, token)
    first.close()
    await first.over
    await writeScans(server.db, member.memberId, { count: MOST_SCANS + 1 })
    const behind = await goOn(server.url, token, first.place())
    await until(() => behind.named('reset').length === 1, 'the reset')
    const next = await scanOnce(server, member.token)
    await until(() => behind.scanIds().length > 0, 'the next scan')
    expect(behind.scanIds()).toEqual([next])
    behind.close()
  })

  test('begin with a reset behind a place that is none, of long ago or of another database', async () => {
    const { token } = await server.staff('hod')
    const now = Date.now().toString(36)
    const long = (Date.now() - 11 * 60_000).toString(36)
    const places = [
      'what?',
      `${long}.5:9:`,
      `${now}.9:5:`,
      `${now}.5:9:12`,
      `${now}.5:9:8,7`,
      `${now}.5:9:7,7`,
      `${now}.5:99999999999:`,
      `${now}.5:999999999999999999:`,
    ]
    const all = await Promise.all(places.map((place) => goOn(server.url, token, place)))
    await until(() => all.every((one) => one.named('reset').length === 1), 'the resets')
    const id = await scanOnce(server, member.token)
    await until(() => all.every((one) => one.scanIds().length > 0), 'the scan')
    for (const one of all) {
      expect(one.scanIds()).toEqual([id])
      one.close()
    }
  })
})

describe('other events', () => {
  test('a notice goes to its person only, with how many are unread', async () => {
    const [mine, others] = [await server.staff('hod'), await server.staff('hod')]
    const [my, their] = [
      await followed(server.url, mine.token),
      await followed(server.url, others.token),
    ]
    await transaction(server.db, (tx) =>
      tellStaff(tx, { staffId: mine.staffId, words: 'Done.', link: '/dashboard', at: new Date() }),
    )
    await until(() => my.named('notice').length === 2, 'the notice')
    expect(my.named('notice').map(({ data }) => data)).toEqual([{ unread: 0 }, { unread: 1 }])
    await pause(1200)
    expect(their.named('notice').map(({ data }) => data)).toEqual([{ unread: 0 }])
    // One is read and another comes in one moment: the number is the same, and still it is news.
    await transaction(server.db, async (tx) => {
      const read = { read_at: new Date() }
      await tx.updateTable('staff_notice').set(read).where('staff_id', '=', mine.staffId).execute()
      const again = { staffId: mine.staffId, words: 'Again.', link: '/dashboard', at: new Date() }
      await tellStaff(tx, again)
    })
    await until(() => my.named('notice').length === 3, 'the next notice')
    for (const one of [my, their]) one.close()
  })

  test('work names the topics of what changed, also of an event that is committed late', async () => {
    const { token } = await server.staff('finance')
    const follower = await followed(server.url, token)
    const opened = (tx: Db | Tx) =>
      tx
        .insertInto('kyc_event')
        .values({ member_id: member.memberId, at: new Date(), action: 'opened', round: 1 })
        .execute()
    const committed = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const slow = server.db.transaction().execute(async (tx) => {
      await opened(tx)
      written.resolve()
      await committed.promise
    })
    await written.promise
    await opened(server.db)
    const times = () =>
      follower.named('work').filter(({ data }) => Array.isArray(data) && data.includes('kyc'))
        .length
    await until(() => times() === 1, 'the first')
    committed.resolve()
    await slow
    await until(() => times() === 2, 'the late one')
    await pause(1200)
    expect(times()).toBe(2)
    follower.close()
  })
})
