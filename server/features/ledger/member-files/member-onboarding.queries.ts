import { sql } from 'kysely'
import type { Language, MemberKind } from '../../../../contract/people/members.ts'
import type { Db, Tx } from '../../../db/database.ts'

/** The members that have these mobiles. */
export async function membersByMobile(db: Db | Tx, mobiles: readonly string[]) {
  return db
    .selectFrom('member')
    .select([
      'member_id as memberId',
      'code',
      'mobile',
      'name',
      'kind',
      'state',
      'city',
      'pincode',
      'language',
      'left_at as leftAt',
    ])
    .where('mobile', '=', sql<string>`any(${mobiles}::text[])`)
    .execute()
}

export type NewMember = {
  mobile: string
  name: string
  latinName: string | null
  kind: MemberKind
  state: number
  city: string
  pincode: string | null
  language: Language
}
type Enrolling = { staffId: number; uploadId: string | null; at: Date }

/**
 * Makes members whom staff enrol, each with an account and the next code; gives their ids by mobile.
 * Fails where a mobile is somebody's.
 */
export async function insertMembers(
  tx: Tx,
  members: readonly NewMember[],
  { staffId, uploadId, at }: Enrolling,
): Promise<Map<string, number>> {
  const of = <K extends keyof NewMember>(key: K) => members.map((member) => member[key])
  const { rows } = await sql<{ memberId: number; mobile: string }>`
    insert into member (code, mobile, name, latin_name, kind, state, city, pincode, language, joined_at)
    select 'HIL' || nextval('member_code_number'), mobile, name, latin_name, kind, state, city, pincode,
      language, ${at}::timestamptz
    from unnest(${of('mobile')}::text[], ${of('name')}::text[], ${of('latinName')}::text[],
      ${of('kind')}::text[], ${of('state')}::smallint[], ${of('city')}::text[],
      ${of('pincode')}::text[], ${of('language')}::text[])
      as v (mobile, name, latin_name, kind, state, city, pincode, language)
    returning member_id as "memberId", mobile`.execute(tx)
  const ids = rows.map(({ memberId }) => memberId)
  await sql`insert into member_account (member_id) select unnest(${ids}::int[])`.execute(tx)
  await sql`
    insert into member_enrolment (member_id, enrolled_at, staff_id, upload_id)
    select unnest(${ids}::int[]), ${at}::timestamptz, ${staffId}::int, ${uploadId}::bigint`.execute(
    tx,
  )
  return new Map(rows.map(({ mobile, memberId }) => [mobile, memberId]))
}

export type ChangedMember = {
  memberId: number
  state: number | null
  city: string | null
  pincode: string | null
  language: Language | null
}

/** Changes what is given of each member; what is null stays. Locked in the order of their ids. */
export async function updateMembers(tx: Tx, members: readonly ChangedMember[]): Promise<void> {
  const of = <K extends keyof ChangedMember>(key: K) => members.map((member) => member[key])
  await sql`select member_id from member where member_id = any(${of('memberId')}::int[])
    order by member_id for no key update`.execute(tx)
  await sql`
    update member m set state = coalesce(v.state, m.state), city = coalesce(v.city, m.city),
      pincode = coalesce(v.pincode, m.pincode), language = coalesce(v.language, m.language)
    from unnest(${of('memberId')}::int[], ${of('state')}::smallint[], ${of('city')}::text[],
      ${of('pincode')}::text[], ${of('language')}::text[])
      as v (member_id, state, city, pincode, language)
    where m.member_id = v.member_id and m.erased_at is null`.execute(tx)
}
