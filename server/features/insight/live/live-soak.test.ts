import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstIdAt } from '../../../lib/ids.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  followed,
  goOn,
  scanOnce,
  secondServer,
  until,
  writeScans,
  type Follower,
} from './test-support.ts'

/** LIVE_SOAK: how many scans are made; LIVE_SEED: the run to do again. */
const SCANS = Number(process.env.LIVE_SOAK ?? 120)
const SEED = Number(process.env.LIVE_SEED ?? Date.now() % 100_000)
const READERS = 4
const MEMBERS = 8

let server: TestServer

beforeAll(async () => {
  server = await testServer({ WRONG_CODES_PER_DAY: '1000000' })
})
afterAll(() => server.stop())

/** A random number from 0 to 1, the same again for a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Reads what happens and loses its line again and again, each time going on at any of the processes. */
async function readOn(
  urls: readonly string[],
  first: Follower,
  { token, random, wanted }: { token: string; random: () => number; wanted: () => number | null },
): Promise<string[]> {
  const any = () => urls[Math.floor(random() * urls.length)] ?? ''
  let follower = first
  const ids: string[] = []
  while (wanted() === null) {
    await pause(random() * 1800)
    follower.close()
    await follower.over
    ids.push(...follower.scanIds())
    follower = await goOn(any(), token, follower.place())
  }
  const all = () => ids.length + follower.scanIds().length >= (wanted() ?? 0)
  // What is missing is told by the comparison; what is doubled may come a look later.
  await until(all).catch(() => undefined)
  await pause(1500)
  follower.close()
  await follower.over
  return [...ids, ...follower.scanIds()]
}

/** Scans of one member; some are written in a transaction that is committed late, one at a time. */
async function makeScans(
  { token, memberId }: { token: string; memberId: number },
  count: number,
  random: () => number,
): Promise<void> {
  let late: Promise<unknown> = Promise.resolve()
  for (let i = 0; i < count; i++) {
    if (random() < 0.3) {
      await late
      late = server.db.transaction().execute(async (tx) => {
        await writeScans(tx, memberId)
        await pause(random() * 2500)
      })
    } else await scanOnce(server, token)
    await pause(random() * 60)
  }
  await late
}

test(
  `what readers get whose lines are cut at random is the table, each scan once (seed ${SEED})`,
  async () => {
    const other = await secondServer(server)
    const urls = [server.url, other.url]
    const began = firstIdAt(new Date())
    let made: number | null = null
    const readers = await Promise.all(
      Array.from({ length: READERS }, async (_, i) => {
        const { token } = await server.staff('hod')
        return { token, random: randomOf(SEED + i), wanted: () => made }
      }),
    )
    const read = await Promise.all(
      readers.map(async (reader, i) => {
        const first = await followed(urls[i % urls.length] ?? '', reader.token)
        return { ids: readOn(urls, first, reader) }
      }),
    )
    const members = await Promise.all(Array.from({ length: MEMBERS }, () => server.member()))
    await Promise.all(
      members.map((member, i) => makeScans(member, SCANS / MEMBERS, randomOf(SEED + 100 + i))),
    )
    const rows = await server.db
      .selectFrom('scan')
      .select('id')
      .where('id', '>=', began)
      .orderBy('id')
      .execute()
    expect(rows.length).toBeGreaterThanOrEqual(SCANS - MEMBERS)
    const table = rows.map(({ id }) => id)
    made = table.length
    for (const ids of await Promise.all(read.map((reader) => reader.ids))) {
      expect(ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))).toEqual(table)
    }
    await other.stop()
  },
  60_000 + SCANS * 300,
)
