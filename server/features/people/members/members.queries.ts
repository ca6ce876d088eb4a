import { sql } from 'kysely'
import type { Language, MemberKind } from '../../../../contract/people/members.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import type { MemberWords } from './member-words.ts'

export async function memberByMobile(db: Db | Tx, mobile: string) {
  return db
    .selectFrom('member')
    .select(['member_id as memberId', 'code', 'name', 'language'])
    .where('mobile', '=', mobile)
    .executeTakeFirst()
}

/** The same, kept as it is to the end of the transaction: no change of mobile, no erasure meanwhile. */
export async function keepMemberByMobile(tx: Tx, mobile: string) {
  return tx
    .selectFrom('member')
    .select(['member_id as memberId', 'code', 'name'])
    .where('mobile', '=', mobile)
    .forShare()
    .executeTakeFirst()
}

type NewMember = {
  mobile: string
  name: string
  kind: MemberKind
  state: number
  city: string
  language: Language
  at: Date
}

/** Makes members with the next codes, and their accounts; none for a mobile that is somebody's already. */
export async function insertMembers(tx: Tx, members: readonly NewMember[]) {
  const made = await tx
    .insertInto('member')
    .values(
      members.map(({ at, ...member }) => ({
        ...member,
        code: sql<string>`'HIL' || nextval('member_code_number')`,
        distributor_id: null,
        joined_at: at,
      })),
    )
    .onConflict((conflict) => conflict.column('mobile').doNothing())
    .returning(['member_id as memberId', 'code', 'name', 'mobile'])
    .execute()
  const ids = made.map(({ memberId }) => memberId)
  await sql`insert into member_account (member_id) select unnest(${ids}::int[])`.execute(tx)
  return made
}

export async function profileOf(db: Db | Tx, memberId: number) {
  return db
    .selectFrom('member')
    .select([
      'member_id as memberId',
      'code',
      'name',
      'mobile',
      'kind',
      'state',
      'city',
      'language',
      'joined_at as joinedAt',
      'kyc_state as kyc',
      'blocked_reason as blockedReason',
      'left_at as leftAt',
      'erased_at as erasedAt',
    ])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
}

export async function languageOf(db: Db | Tx, memberId: number): Promise<Language> {
  const { language } = await db
    .selectFrom('member')
    .select('language')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return language
}

export async function setProfile(
  tx: Tx,
  memberId: number,
  change: {
    name?: string | undefined
    city?: string | undefined
    language?: Language | undefined
  },
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return
  await tx.updateTable('member').set(change).where('member_id', '=', memberId).execute()
}

export async function balanceOf(db: Db, memberId: number) {
  return db
    .selectFrom('member_account')
    .select((select) => [
      number(select.ref('available')).as('available'),
      number(select.ref('held')).as('held'),
    ])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

export async function outboxTo(db: Db, recipient: string) {
  return db
    .selectFrom('outbox')
    .select(['channel', 'recipient as to', 'subject', 'body as text', 'created_at as at'])
    .where('recipient', '=', recipient)
    .orderBy('outbox_id', 'desc')
    .limit(20)
    .execute()
}

export async function memberIdOf(db: Db, words: MemberWords): Promise<number | null> {
  const members = db.selectFrom('member').select('member_id as memberId')
  const row = await (
    'mobile' in words
      ? members.where('mobile', '=', words.mobile)
      : members.where('code', '=', words.code)
  ).executeTakeFirst()
  return row?.memberId ?? null
}
