import type { Language } from '../../../../contract/people/members.ts'
import type { OccasionKey } from '../../../../contract/platform/message-occasions.ts'
import * as contract from '../../../../contract/platform/message-templates.ts'
import type { TestServer } from '../../../test/server.ts'

export type Person = { token: string; staffId: number }
export type Wanted = {
  occasion: OccasionKey
  language?: Language
  subject?: string | null
  body: string
  dltTemplate?: string | null
}

export function proposeText(server: TestServer, { token }: Person, wanted: Wanted) {
  const { occasion, language = 'en', subject = null, body, dltTemplate = null } = wanted
  return server.call(contract.proposeTemplate, {
    token,
    params: { occasion, language },
    body: { subject, body, dltTemplate, reason: 'For the test' },
  })
}

export const approveText = (server: TestServer, { token }: Person, changeId: string) =>
  server.call(contract.approveTemplate, { token, params: { changeId }, body: {} })

export async function rowOf(
  server: TestServer,
  { token }: Person,
  occasion: OccasionKey,
  language: Language = 'en',
) {
  const { body } = await server.call(contract.listTemplates, { token })
  const row = body.templates.find((one) => one.occasion === occasion && one.language === language)
  if (!row) throw new Error(`There is no ${occasion} in ${language}.`)
  return row
}

/** What was sent to somebody last. */
export async function lastTo({ db }: TestServer, to: string) {
  return db
    .selectFrom('outbox')
    .select(['subject', 'body'])
    .where('recipient', '=', to)
    .orderBy('outbox_id', 'desc')
    .executeTakeFirst()
}
