import { sql } from 'kysely'
import type { OnboardingKind } from '../../../../contract/people/onboarding.ts'
import type { Tx } from '../../../db/database.ts'

/** What the pieces of a file made and changed, as the trail tells. */
export async function madeBy(
  tx: Tx,
  kind: OnboardingKind,
  uploadId: string,
): Promise<{ made: number[]; changed: number }> {
  const { rows } = await sql<{ made: number[]; changed: number }>`
    select array(select jsonb_array_elements_text(after -> 'createdIds')::int) as made,
      jsonb_array_length(after -> 'changedIds') as changed
    from audit
    where subject_id = ${uploadId} and subject = 'onboarding' and action = ${`${kind}.onboarded`}
    order by seq`.execute(tx)
  return {
    made: rows.flatMap((row) => row.made),
    changed: rows.reduce((sum, row) => sum + row.changed, 0),
  }
}

/** Refused rows that nobody corrected are dismissed: there is nothing to add them to. */
export async function dismissOpen(
  tx: Tx,
  uploadId: string,
  { staffId, at }: { staffId: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('onboarding_row')
    .set({ state: 'dismissed', sealed: null, settled_by: staffId, settled_at: at })
    .where('upload_id', '=', uploadId)
    .where('state', '=', 'open')
    .execute()
}
