import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openDatabase } from '../../../server/db/database.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { generateCoupons } from '../../../server/features/programme/batches/generation.ts'
import { dropDatabase, freshDatabase, median, onDatabase } from './database.ts'

export type GenerationBench = {
  couponsPerSecond: number
  copiedPerSecond: number
  ratio: number
  detail: string
}

const DATABASE = 'bench_generation'

/**
 * A batch made and stored, against COPY of a ready text file whose keys come in no order, into the
 * same table, in turns. `server` is a superuser's connection; the database it makes is dropped.
 */
export async function benchGeneration(
  server: pg.ClientConfig,
  { rounds = 3, coupons = 500_000 }: { rounds?: number; coupons?: number } = {},
): Promise<GenerationBench> {
  const connection = await freshDatabase(server, DATABASE)
  const folder = await mkdtemp(path.join(tmpdir(), 'hil-bench-'))
  const file = path.join(folder, 'coupons.txt')
  try {
    const { db } = openDatabase(connection, { size: 1, onError: () => {} })
    await migrate(db)
    await db.destroy()
    await writeUnsorted(file, coupons)
    const made: number[] = []
    const copied: number[] = []
    await onDatabase(connection, DATABASE, async (client) => {
      for (let round = 0; round < rounds; round++) {
        const batch = { batchId: round + 1, quantity: coupons, batchKey: Buffer.alloc(32, round) }
        made.push(await secondsOf(client, () => generateCoupons(client, batch)))
        copied.push(await secondsOf(client, () => copyFile(client, file)))
      }
    })
    const couponsPerSecond = coupons / median(made)
    const copiedPerSecond = coupons / median(copied)
    return {
      couponsPerSecond,
      copiedPerSecond,
      ratio: median(copied.map((seconds, round) => seconds / (made[round] ?? Number.NaN))),
      detail: `${couponsPerSecond.toFixed(0)} coupons/s beside ${copiedPerSecond.toFixed(0)} copied/s`,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
    await dropDatabase(server, DATABASE)
  }
}

async function writeUnsorted(file: string, coupons: number): Promise<void> {
  function* lines() {
    for (let serial = 1; serial <= coupons; serial++) yield `${randomUUID()}\t1\t${serial}\t0\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
}

async function copyFile(client: pg.Client, file: string): Promise<void> {
  const copy = copyFrom('copy coupon (code_key, batch_id, serial, status) from stdin')
  await pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), client.query(copy))
}

async function secondsOf(client: pg.Client, work: () => Promise<void>): Promise<number> {
  await client.query('truncate coupon')
  await client.query('checkpoint')
  const begin = performance.now()
  await work()
  return (performance.now() - begin) / 1000
}
