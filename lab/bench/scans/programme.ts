import type pg from 'pg'
import { openDatabase, type Db } from '../../../server/db/database.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { storeCoupons } from '../../../server/features/programme/batches/generation.ts'
import { codeKey as keyOfCode, codesOf } from '../../../server/features/programme/batches/codes.ts'
import { sql } from 'kysely'
import type { ScanItem } from '../../../server/features/programme/scans/world.ts'

export const MEMBERS = 20_000
const STATES = 36
const PLANTS = 4
const PRODUCTS = 12
export const BATCH_SIZE = 150_000

/** A programme of its own: 4 plants, 12 products, 20,000 members, two schemes that every scan meets. */
export async function makeProgramme(connection: pg.ClientConfig): Promise<void> {
  const { db } = openDatabase(connection, { size: 2, onError: () => {} })
  await migrate(db)
  await sql`insert into plant (code, name, state, city)
    select 'P' || n, 'Plant ' || n, n, 'City' from generate_series(1, ${PLANTS}::int) n`.execute(db)
  await sql`insert into product_group (name) values ('Cement')`.execute(db)
  await sql`insert into product (code, name, product_group, points)
    select 'C' || n, 'Product ' || n, 'Cement', 40 from generate_series(1, ${PRODUCTS}::int) n`.execute(
    db,
  )
  await sql`insert into staff (email, name, role, created_at)
    values ('bench@hil.example', 'Bench', 'admin', now())`.execute(db)
  await sql`insert into member (code, mobile, name, kind, state, city, joined_at)
    select 'M' || n, (9000000000 + n)::text, 'Member ' || n, 'mason', n % ${STATES}::int + 1, 'City', now()
    from generate_series(1, ${MEMBERS}::int) n`.execute(db)
  await sql`insert into member_account (member_id) select member_id from member`.execute(db)
  await sql`insert into scheme (name, kind, value, from_at, to_at, priority, status, budget) values
    ('Half on top', 'multiplier', 150, now() - interval '1 day', now() + interval '9 days', 1, 'active', 1000000000),
    ('Ten on top', 'fixed', 10, now() - interval '1 day', now() + interval '9 days', 2, 'active', 1000000000)`.execute(
    db,
  )
  await db.destroy()
}

const KEY_LENGTH = 36

/**
 * Active coupons by the hundred thousand, handed out in random order, each once. Their keys are bytes
 * and the order is numbers: a scan becomes an object when it is asked for. Kept as objects they were
 * what the process collected its garbage for, and the engine, which shares it, was measured with that.
 */
export class CouponStock {
  readonly #connection: pg.ClientConfig
  readonly #keys: Buffer[] = []
  #order = new Uint32Array()
  #next = 0
  readonly #withPhones: boolean

  /** With phones each scan names a device and a place: then the flagging rules count it as well. */
  constructor(connection: pg.ClientConfig, withPhones: boolean) {
    this.#connection = connection
    this.#withPhones = withPhones
  }

  /** Makes sure that so many are in stock. */
  async fill(count: number): Promise<void> {
    const { db } = openDatabase(this.#connection, { size: 1, onError: () => {} })
    const left = this.#order.subarray(this.#next)
    const known = this.#keys.length
    while (left.length + (this.#keys.length - known) * BATCH_SIZE < count) {
      const batchId = this.#keys.length + 1
      const codes = await addActiveBatch(db, this.#connection, batchId)
      const keys = codes.map((code) => keyOfCode(batchId, code))
      this.#keys.push(Buffer.from(keys.join(''), 'latin1'))
    }
    const order = new Uint32Array(left.length + (this.#keys.length - known) * BATCH_SIZE)
    order.set(left)
    for (let i = left.length; i < order.length; i++) order[i] = known * BATCH_SIZE + i - left.length
    shuffle(order)
    this.#order = order
    this.#next = 0
    await sql`vacuum analyze coupon`.execute(db)
    await db.destroy()
  }

  next(): ScanItem {
    const place = this.#order[this.#next++]
    if (place === undefined) throw new Error('The bench ran out of coupons.')
    const [index, serial] = [Math.floor(place / BATCH_SIZE), place % BATCH_SIZE]
    const from = serial * KEY_LENGTH
    const codeKey = this.#keys[index]?.toString('latin1', from, from + KEY_LENGTH) ?? ''
    const memberId = 1 + Math.floor(Math.random() * MEMBERS)
    const phone = this.#withPhones ? phoneOf(memberId) : {}
    const member = { memberId, state: (memberId % STATES) + 1, kind: 'mason' as const }
    return { ...member, distributorId: null, codeKey, batchId: index + 1, ...phone }
  }
}

function shuffle(numbers: Uint32Array): void {
  for (let i = numbers.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1))
    const [a = 0, b = 0] = [numbers[i], numbers[other]]
    numbers[i] = b
    numbers[other] = a
  }
}

/** A printed batch whose coupons are all active; gives its codes by serial. */
export async function addActiveBatch(
  db: Db,
  connection: pg.ClientConfig,
  batchId: number,
): Promise<string[]> {
  const batchKey = Buffer.alloc(32, batchId)
  await sql`insert into coupon_batch (batch_id, plant_id, product_id, quantity, points, expires_at,
      status, approvals_needed, sealed_key, requested_by, requested_at)
    values (${batchId}, ${(batchId % PLANTS) + 1}, ${(batchId % PRODUCTS) + 1}, ${BATCH_SIZE}, 40,
      now() + interval '9 days', 'printed', 1, '', 1, now())`.execute(db)
  await storeCoupons(connection, { batchId, quantity: BATCH_SIZE, batchKey })
  // As after an activation that was vacuumed: the rows of a lot are active long before they are scanned.
  await sql`update coupon set status = 1, activated_at = now() where batch_id = ${batchId}`.execute(
    db,
  )
  return codesOf(batchKey, batchId, 1, BATCH_SIZE)
}

/** Each member has one phone and stays about one place. */
function phoneOf(memberId: number): Pick<ScanItem, 'device' | 'lat' | 'lng'> {
  return {
    device: `device-${memberId}`,
    lat: 10 + (memberId % 199) / 10 + Math.random() / 1000,
    lng: 70 + (memberId % 211) / 10 + Math.random() / 1000,
  }
}
