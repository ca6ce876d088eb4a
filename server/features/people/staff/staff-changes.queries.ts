import { sql } from 'kysely'
import { PERMISSIONS } from '../../../../contract/permissions.ts'
import type { Role } from '../../../../contract/roles.ts'
import type {
  StaffChangeBasis,
  StaffChangeKind,
} from '../../../../contract/people/staff-changes.ts'
import type { Db, Tx } from '../../../db/database.ts'

const MOST_SHOWN = 100

function changes(db: Db | Tx) {
  return db
    .selectFrom('staff_change as c')
    .innerJoin('staff as maker', 'maker.staff_id', 'c.proposed_by')
    .leftJoin('staff as approver', 'approver.staff_id', 'c.decided_by')
    .leftJoin('staff as account', 'account.staff_id', 'c.staff_id')
    .select([
      'c.change_id as changeId',
      'c.kind',
      'c.staff_id as staffId',
      sql<string>`coalesce(account.name, c.name)`.as('name'),
      'account.email as nowEmail',
      'account.role as nowRole',
      'c.email',
      'c.role',
      'c.reason',
      'c.state',
      'c.basis',
      'c.proposed_by as proposedById',
      'maker.name as proposedByName',
      'c.proposed_at as proposedAt',
      'c.due_at as dueAt',
      'approver.name as decidedByName',
    ])
}
export type FoundChange = Awaited<ReturnType<ReturnType<typeof changes>['executeTakeFirstOrThrow']>>

export async function waitingChanges(db: Db | Tx): Promise<FoundChange[]> {
  return changes(db)
    .where('c.state', '=', 'proposed')
    .orderBy('c.proposed_at')
    .orderBy('c.change_id')
    .limit(MOST_SHOWN)
    .execute()
}

export async function waitingChangeOf(
  db: Db | Tx,
  staffId: number,
): Promise<FoundChange | undefined> {
  return changes(db)
    .where('c.state', '=', 'proposed')
    .where('c.staff_id', '=', staffId)
    .executeTakeFirst()
}

export async function changeById(db: Db | Tx, changeId: string): Promise<FoundChange | undefined> {
  return changes(db).where('c.change_id', '=', changeId).executeTakeFirst()
}

export type NewChange = {
  changeId: string
  kind: StaffChangeKind
  staffId: number | null
  /** Of a new account. */
  name: string | null
  email: string | null
  role: Role | null
  reason: string | null
  by: number
  at: Date
  dueAt: Date | null
}

/** False where a change of the account, or a new account of the e-mail, waits already. */
export async function insertChange(tx: Tx, change: NewChange): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staff_change')
    .values({
      change_id: change.changeId,
      kind: change.kind,
      staff_id: change.staffId,
      name: change.name,
      email: change.email,
      role: change.role,
      reason: change.reason,
      state: 'proposed',
      proposed_by: change.by,
      proposed_at: change.at,
      due_at: change.dueAt,
      basis: null,
      decided_by: null,
      decided_at: null,
      note: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Holds a change to the end of the transaction: it is decided once. */
export async function lockChange(tx: Tx, changeId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('staff_change')
    .select('change_id')
    .where('change_id', '=', changeId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export type Decision = {
  state: 'effective' | 'rejected' | 'withdrawn'
  basis: StaffChangeBasis | null
  staffId: number | null
  at: Date
  note: string | null
}

export async function decideChange(
  tx: Tx,
  changeId: string,
  { state, basis, staffId, at, note }: Decision,
  accountId: number | null,
): Promise<void> {
  await tx
    .updateTable('staff_change')
    .set({
      state,
      basis,
      decided_by: staffId,
      decided_at: at,
      note,
      ...(accountId !== null && { staff_id: accountId }),
    })
    .where('change_id', '=', changeId)
    .execute()
}

/** Whether no point has ever moved: then there is nothing to steal. */
export async function ledgerIsEmpty(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from transfer) as empty`.execute(tx)
  return rows[0]?.empty ?? false
}

/** Whether somebody else could approve what a person proposes about an account. */
export async function anybodyCanApprove(
  tx: Tx,
  {
    by,
    staffId,
    onlyAdmins,
    at,
  }: { by: number; staffId: number | null; onlyAdmins: boolean; at: Date },
): Promise<boolean> {
  const roles = onlyAdmins ? ['admin'] : PERMISSIONS['staff.manage']
  const { rows } = await sql<{ can: boolean }>`
    select exists (select from staff s where s.role = any(${roles}::text[]) and s.disabled_at is null
      and s.staff_id <> all((select tied_people(${by}::int, ${at}))::int[])
      and s.staff_id is distinct from ${staffId}::int
      and coalesce(second_person_from(s.staff_id) <= ${at}, true)) as can`.execute(tx)
  return rows[0]?.can ?? false
}

/** Changes whose waiting period is over, proposed by somebody who still manages accounts. */
export async function dueChanges(db: Db, at: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('staff_change as c')
    .innerJoin('staff as s', 's.staff_id', 'c.proposed_by')
    .select('c.change_id as changeId')
    .where('c.state', '=', 'proposed')
    .where('c.due_at', '<=', at)
    .where('s.disabled_at', 'is', null)
    .where('s.role', 'in', PERMISSIONS['staff.manage'])
    .orderBy('c.due_at')
    .execute()
  return rows.map(({ changeId }) => changeId)
}

/** Everybody of the office: those who can sign in, and those who could until a month ago. */
export async function officePeople(tx: Tx, at: Date) {
  const rows = await tx
    .selectFrom('staff')
    .select(['staff_id as staffId', 'email', 'role', 'language', 'disabled_at as disabledAt'])
    .where('role', '<>', 'worker')
    .where((where) =>
      where.or([
        where('disabled_at', 'is', null),
        where('disabled_at', '>', sql<Date>`${at}::timestamptz - interval '30 days'`),
      ]),
    )
    .orderBy('staff_id')
    .execute()
  return rows
}
