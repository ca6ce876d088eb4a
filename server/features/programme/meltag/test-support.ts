import { createServer } from 'node:net'
import { sql } from 'kysely'
import { databaseUrl, testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { digestOfKey } from '../coupons/coupon-facts.service.ts'

const VIEW = `create view meltag_tag as select tag, code_digest, batch_number, serial, product_code,
  plant_code, status, status_at, activated_at, consumed_at, updated_at from vendor_tag`

export type VendorRow = {
  tag: string
  couponKey?: string
  batch?: number | null
  serial?: number | null
  product?: string | null
  plant?: string | null
  status?: string
  activatedAt?: Date | null
  consumedAt?: Date | null
  updatedAt?: Date | null
}

export type Vendor = TestDatabase & {
  url: string
  add(row: VendorRow): Promise<void>
  /** Puts another view in the place of the agreed one; without a text there is none. */
  reshape(view?: string): Promise<void>
  run(text: string): Promise<void>
}

/** A vendor's database with the agreed view over a table of its own, empty. */
export async function vendorDatabase(): Promise<Vendor> {
  const database = await testDatabase()
  const run = async (text: string) => void (await sql.raw(text).execute(database.db))
  await run(`create table vendor_tag (tag text, code_digest text, batch_number int, serial int,
    product_code text, plant_code text, status text, status_at timestamptz,
    activated_at timestamptz, consumed_at timestamptz, updated_at timestamptz)`)
  await run(VIEW)
  return {
    ...database,
    url: databaseUrl(database.connection),
    run,
    async add(row) {
      const digest = row.couponKey === undefined ? null : digestOfKey(row.couponKey)
      const { tag, batch = null, serial = null, product = null, plant = null } = row
      const { status = 'issued', activatedAt = null, consumedAt = null, updatedAt = null } = row
      await sql`insert into vendor_tag values (${tag}, ${digest}, ${batch}, ${serial}, ${product},
        ${plant}, ${status}, ${updatedAt}, ${activatedAt}, ${consumedAt}, ${updatedAt})`.execute(
        database.db,
      )
    },
    async reshape(view) {
      await run('drop view if exists meltag_tag')
      if (view !== undefined) await run(view)
    },
  }
}

export const AGREED_VIEW = VIEW

/** A server that takes connections and never says a word, as behind a broken firewall. */
export async function muteServer(): Promise<{ port: number; close(): void }> {
  const sockets = new Set<{ destroy(): void }>()
  const server = createServer((socket) => void sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 1,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
