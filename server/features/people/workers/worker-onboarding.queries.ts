import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import type { Holder, Plant } from './worker-judging.ts'

/** Every plant; held as it stands while a transaction lasts. */
export async function plantCodes(db: Db | Tx): Promise<Plant[]> {
  const query = db
    .selectFrom('plant')
    .select(['plant_id as plantId', 'code', sql<boolean>`left_at is not null`.as('left')])
    .orderBy('code')
  return (db.isTransaction ? query.forShare() : query).execute()
}

/** The accounts that any of these codes, e-mails and mobiles belong to. */
export async function holdersOf(
  db: Db | Tx,
  sought: { codes: readonly string[]; emails: readonly string[]; mobiles: readonly string[] },
): Promise<Holder[]> {
  const ids = sql<number>`
    (select staff_id from worker where employee_code = any(${sought.codes}::text[])
    union select staff_id from staff where email = any(${sought.emails}::text[])
    union select staff_id from worker where mobile = any(${sought.mobiles}::text[]))`
  const rows = await db
    .selectFrom('staff as s')
    .leftJoin('worker as w', 'w.staff_id', 's.staff_id')
    .leftJoin('plant as p', 'p.plant_id', 's.plant_id')
    .select([
      's.staff_id as staffId',
      's.email',
      's.name',
      's.language',
      's.disabled_at as disabledAt',
      'p.code as plantCode',
      'w.employee_code as employeeCode',
      'w.mobile',
      'w.shift',
      'w.joined_on as joinedOn',
    ])
    .where('s.staff_id', 'in', ids)
    .execute()
  return rows.map(({ staffId, email, name, disabledAt, plantCode, ...row }) => {
    const { employeeCode, mobile, shift, language, joinedOn } = row
    const worker =
      employeeCode === null || shift === null
        ? null
        : { employeeCode, mobile, shift, language, joinedOn }
    return { staffId, email, name, disabled: disabledAt !== null, plantCode, worker }
  })
}

export type NewWorker = {
  employeeCode: string
  name: string
  email: string
  mobile: string | null
  plantId: number
  shift: 'A' | 'B' | 'C' | 'G' | null
  language: 'en' | 'hi' | null
  joinedOn: string | null
}

/** Makes accounts without a password. Gives their ids by e-mail; fails where something is taken. */
export async function insertWorkers(
  tx: Tx,
  workers: readonly NewWorker[],
  at: Date,
): Promise<Map<string, number>> {
  const accounts = workers.map(({ email, name, plantId, language }) => ({
    email,
    name,
    language: language ?? 'hi',
    role: 'worker' as const,
    plant_id: plantId,
    password_hash: null,
    disabled_at: null,
    last_sign_in_at: null,
    created_at: at,
    origin: 'worker' as const,
  }))
  const made = await tx
    .insertInto('staff')
    .values(accounts)
    .returning(['staff_id', 'email'])
    .execute()
  const ids = new Map(made.map((row) => [row.email, row.staff_id]))
  const rows = workers.map((worker) => ({
    staff_id: idOf(ids, worker.email),
    employee_code: worker.employeeCode,
    mobile: worker.mobile,
    shift: worker.shift ?? 'G',
    joined_on: worker.joinedOn,
  }))
  await tx.insertInto('worker').values(rows).execute()
  return ids
}

function idOf(ids: ReadonlyMap<string, number>, email: string): number {
  const id = ids.get(email)
  if (id === undefined) throw new Error('An account was made under another e-mail than given.')
  return id
}

export type ChangedWorker = Omit<NewWorker, 'employeeCode' | 'email'> & { staffId: number }

/** Locks workers and changes what is given of each; gives those who came to another plant. */
export async function updateWorkers(tx: Tx, workers: readonly ChangedWorker[]): Promise<number[]> {
  const plants = new Map(workers.map(({ staffId, plantId }) => [staffId, plantId]))
  const before = await tx
    .selectFrom('staff')
    .select(['staff_id as staffId', 'plant_id as plantId'])
    .where('staff_id', '=', sql<number>`any(${[...plants.keys()]}::int[])`)
    .orderBy('staff_id')
    .forNoKeyUpdate()
    .execute()
  const column = <K extends keyof ChangedWorker>(name: K) => workers.map((worker) => worker[name])
  await sql`
    update staff s set name = u.name, plant_id = u.plant_id,
      language = coalesce(u.language, s.language)
    from unnest(${column('staffId')}::int[], ${column('name')}::text[],
      ${column('plantId')}::smallint[], ${column('language')}::text[])
      as u(staff_id, name, plant_id, language)
    where s.staff_id = u.staff_id`.execute(tx)
  await sql`
    update worker w set mobile = coalesce(u.mobile, w.mobile), shift = coalesce(u.shift, w.shift),
      joined_on = coalesce(u.joined_on, w.joined_on)
    from unnest(${column('staffId')}::int[], ${column('mobile')}::text[], ${column('shift')}::text[],
      ${column('joinedOn')}::date[]) as u(staff_id, mobile, shift, joined_on)
    where w.staff_id = u.staff_id`.execute(tx)
  return before.flatMap((row) => (row.plantId === plants.get(row.staffId) ? [] : [row.staffId]))
}
