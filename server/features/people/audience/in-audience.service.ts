import { sql } from 'kysely'
import type { Audience } from '../../../../contract/people/audience.ts'
import type { Language } from '../../../../contract/people/members.ts'
import type { Db } from '../../../db/database.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { ofAudience } from './audience.service.ts'

/** A member's language, and of which of some audiences the member is at a moment. */
type Belonging = { language: Language; isOf: (audience: Audience) => boolean }

/**
 * One look at one member for any number of audiences, each judged by the condition that counts and
 * sends go by. Alike ones are judged once: most things are for everybody.
 */
export async function audiencesOf(
  db: Db,
  memberId: number,
  audiences: readonly Audience[],
  now: Date,
): Promise<Belonging> {
  const different = new Map(audiences.map((audience) => [canonicalJson(audience), audience]))
  const conditions = [...different.values()].map((audience) => ofAudience(audience, now))
  const { rows } = await sql<{ language: Language; answers: (boolean | null)[] }>`
    select m.language, array[${sql.join(conditions)}]::boolean[] as answers
    from member as m where m.member_id = ${memberId}`.execute(db)
  const [found] = rows
  const names = [...different.keys()]
  return {
    language: found?.language ?? 'en',
    isOf: (audience) => found?.answers[names.indexOf(canonicalJson(audience))] === true,
  }
}
