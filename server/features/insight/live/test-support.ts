import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { live } from '../../../../contract/insight/live.ts'
import {
  SCAN_RESULTS,
  scanCoupon,
  scanRow,
  type ScanRow,
} from '../../../../contract/programme/scans.ts'
import { buildApp } from '../../../app.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { idMaker } from '../../../lib/ids.ts'
import { patiently } from '../../../test/patiently.ts'
import type { TestServer } from '../../../test/server.ts'
import { codesOf } from '../../programme/batches/codes.ts'

export type LiveEvent = { event: string; data: unknown; id: string | undefined }

export type Follower = {
  status: number
  headers: Headers
  /** Every event so far. */
  told: readonly LiveEvent[]
  /** How far it has come, for another connection to go on from. */
  place(): string | undefined
  scans(): ScanRow[]
  scanIds(): string[]
  named(event: string): LiveEvent[]
  /** Whether the server ended the stream, or this did. */
  isOver(): boolean
  over: Promise<void>
  close(): void
}

/** Opens the stream over HTTP and reads it as a browser would. */
export async function follow(url: string, token: string, place?: string): Promise<Follower> {
  const stop = new AbortController()
  const headers = { authorization: token, ...(place !== undefined && { 'last-event-id': place }) }
  const answer = await fetch(`${url}${live.path}`, { headers, signal: stop.signal })
  const told: LiveEvent[] = []
  const state = { place, over: false }
  const read = async () => {
    let rest = ''
    const text = answer.body?.pipeThrough(new TextDecoderStream()) ?? []
    for await (const piece of text) {
      const blocks = (rest + piece).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const one = readBlock(block)
        state.place = one.id ?? state.place
        if (one.event !== '') told.push(one)
      }
    }
  }
  const over = (answer.ok ? read() : Promise.resolve())
    .catch(() => undefined)
    .finally(() => (state.over = true))
  const scans = () =>
    told.flatMap(({ event, data }) => (event === 'scans' ? scanRow.array().parse(data) : []))
  return {
    status: answer.status,
    headers: answer.headers,
    told,
    place: () => state.place,
    scans,
    scanIds: () => scans().map(({ scanId }) => scanId),
    named: (event) => told.filter((one) => one.event === event),
    isOver: () => state.over,
    over: over.then(() => undefined),
    close: () => stop.abort(),
  }
}

function readBlock(block: string): LiveEvent {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const [name = '', ...value] = line.split(': ')
      return [name, value.join(': ')]
    }),
  )
  const data = fields.get('data')
  return {
    event: fields.get('event') ?? '',
    data: data === undefined ? undefined : JSON.parse(data),
    id: fields.get('id'),
  }
}

/** Waits until it is so; throws after ten seconds. */
export async function until(holds: () => boolean, what = 'what was waited for'): Promise<void> {
  for (const end = Date.now() + 10_000; !holds(); await pause(20)) {
    if (Date.now() > end) throw new Error(`Not after ten seconds: ${what}.`)
  }
}

/** The same, as the client does it. */
export function goOn(url: string, token: string, place?: string): Promise<Follower> {
  return patiently(() => follow(url, token, place))
}

/** A stream that has begun: what happens from now on comes. */
export async function followed(url: string, token: string): Promise<Follower> {
  const follower = await goOn(url, token)
  await until(() => follower.named('ready').length > 0, 'ready')
  return follower
}

/** A scan of a code that nobody printed, by a member over HTTP; gives its id. */
export async function scanOnce(server: TestServer, token: string): Promise<string> {
  const [code = ''] = codesOf(randomBytes(32), 999, 1, 1)
  const { status, body } = await patiently(() => server.call(scanCoupon, { token, body: { code } }))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.scanId
}

const makeId = idMaker(900)

/** Writes rows of scans whose ids are made at a moment, for commits in an order of one's own. */
export async function writeScans(
  db: Db | Tx,
  memberId: number,
  { count = 1, at = new Date(), device }: { count?: number; at?: Date; device?: string } = {},
): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    id: makeId(at.getTime()),
    member_id: memberId,
    code_key: '00000000-0000-0000-0000-000000000000',
    occurred_at: at,
    recorded_at: at,
    points: 0,
    result: SCAN_RESULTS.unknown,
    state: 27,
    device: device ?? null,
  }))
  await db.insertInto('scan').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** Another process of the product would be as this: a server of its own on the same database. */
export async function secondServer({ context }: Pick<TestServer, 'context'>) {
  const app = await buildApp(context, { isReady: () => true })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
  return { url, connections, stop: () => app.close() }
}
