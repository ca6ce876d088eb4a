import { setTimeout as delay } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Logger } from 'pino'
import { sqlState, withClient } from '../db/database.ts'
import { MELTAG_ROWS } from './meltag-plan.ts'

export const MELTAG_DATABASE = 'meltag'
/** The name that the server comes with: it reads one view and nothing else. */
const READER = 'meltag_reader'
/** Goes up when the tags are to be made again in data folders that have them already. */
const EDITION = 1
const LONGEST = '10min'
const PAUSES_MS = [2_000, 10_000, 30_000]

/** The address under which the server finds the tag vendor of the demo, in a database of the cluster. */
export function demoMeltagAddress({ host, port }: pg.ClientConfig, name = MELTAG_DATABASE): string {
  const at = new URLSearchParams({ host: String(host), port: String(port) })
  return `postgres://${READER}@/${name}?${at}`
}

export type Preparation = {
  /** Ends when the tags are there, were given up or were stopped; never fails. */
  done: Promise<void>
  stop(): Promise<void>
}

type Databases = {
  /** Ours, from which the tags are made. */
  ours: pg.ClientConfig
  vendor: pg.ClientConfig
  makeDatabase: () => Promise<void>
}

/** Makes the vendor's database beside the running server, unless it is there; tries again what fails. */
export function prepareMeltag(databases: Databases, log: Logger): Preparation {
  const stopping = new AbortController()
  const done = prepare(databases, log, stopping.signal)
  return {
    done,
    stop() {
      stopping.abort()
      return done
    },
  }
}

async function prepare(databases: Databases, log: Logger, signal: AbortSignal): Promise<void> {
  for (const pause of [...PAUSES_MS, null]) {
    try {
      await databases.makeDatabase()
      signal.throwIfAborted()
      await fillMeltag(databases, signal)
      return
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error }, 'the demo’s Meltag database is not made')
      if (pause !== null) await delay(pause, null, { signal }).catch(() => {})
      if (signal.aborted) return
    }
  }
}

/**
 * Fills the vendor's database in one transaction, so that a kill leaves all of it or nothing; does
 * nothing where it is filled. Ends early, with an error, when `signal` says so.
 */
export async function fillMeltag(
  { ours, vendor }: Pick<Databases, 'ours' | 'vendor'>,
  signal?: AbortSignal,
): Promise<void> {
  await withClient(vendor, async (client) => {
    if (await isFilled(client)) return
    await makeReader(client)
    await client.query('begin')
    await client.query(`set local statement_timeout = '${LONGEST}'`)
    await client.query(TABLE)
    await withClient(ours, (source) => copyTags(source, client, signal))
    await client.query(AROUND)
    signal?.throwIfAborted()
    await client.query('commit')
  })
}

async function isFilled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('filled') is not null as there`,
  )
  if (!rows[0]?.there) return false
  const { rows: editions } = await client.query<{ edition: number }>('select edition from filled')
  return editions[0]?.edition === EDITION
}

const ALREADY_THERE = new Set(['42710', '23505'])

/** A name belongs to the cluster, not to the database: it may be there from another one. */
async function makeReader(client: pg.Client): Promise<void> {
  try {
    await client.query(`create role ${READER} login`)
  } catch (error) {
    if (!ALREADY_THERE.has(sqlState(error) ?? '')) throw error
  }
  await client.query(`alter role ${READER} set default_transaction_read_only = on`)
}

const TABLE = `
  drop view if exists meltag_tag;
  drop table if exists vendor_tag, filled;
  create table vendor_tag (
    tag text collate "C" not null,
    code_digest text collate "C" not null,
    batch_number int not null,
    serial int not null,
    product_code text not null,
    plant_code text not null,
    status text not null,
    status_at timestamptz not null,
    activated_at timestamptz,
    consumed_at timestamptz,
    updated_at timestamptz not null
  )`

/** After the rows, which is faster than before them. */
const AROUND = `
  create unique index vendor_tag_tag on vendor_tag (tag);
  create index vendor_tag_digest on vendor_tag (code_digest);
  create index vendor_tag_serial on vendor_tag (batch_number, serial);
  create view meltag_tag as
    select tag, code_digest, batch_number, serial, product_code, plant_code, status, status_at,
      activated_at, consumed_at, updated_at
    from vendor_tag;
  grant select on meltag_tag to ${READER};
  create table filled (edition int not null);
  insert into filled values (${EDITION});
  analyze vendor_tag`

async function copyTags(source: pg.Client, vendor: pg.Client, signal?: AbortSignal): Promise<void> {
  await source.query(`set statement_timeout = '${LONGEST}'`)
  await pipeline(
    source.query(copyTo(`copy (${MELTAG_ROWS}) to stdout (format binary)`)),
    vendor.query(copyFrom('copy vendor_tag from stdin (format binary, freeze)')),
    { signal },
  )
}
