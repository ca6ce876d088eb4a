import type { Db } from '../../../db/database.ts'

export type RedemptionRef = { memberId: number; redemptionId: string }

export async function redemptionOf(
  db: Db,
  column: 'number' | 'redemption_id',
  text: string,
): Promise<RedemptionRef | null> {
  const row = await db
    .selectFrom('redemption')
    .select(['member_id as memberId', 'redemption_id as redemptionId'])
    .where(column, '=', text)
    .executeTakeFirst()
  return row ?? null
}

export async function memberOfScan(db: Db, scanId: string): Promise<number | null> {
  const row = await db
    .selectFrom('scan')
    .select('member_id as memberId')
    .where('id', '=', scanId)
    .executeTakeFirst()
  return row?.memberId ?? null
}
