import { LANGUAGES, type Language } from '../../../../contract/people/members.ts'
import { OCCASION_KEYS, type OccasionKey } from '../../../../contract/platform/message-occasions.ts'
import type {
  TemplateChange,
  TemplateRow,
} from '../../../../contract/platform/message-templates.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { messageSender } from '../identity/index.ts'
import { builtIn, chooseTemplate, templateFault, type Template } from './template-choice.ts'
import { isKnown, toChange } from './template-words.ts'
import * as queries from './templates.queries.ts'

type Reading = Pick<Context, 'db' | 'channels'>

/** Every text as it stands now. */
export async function listTemplates({ db, channels: { linkHosts } }: Reading) {
  const about = await messageSender(db)
  const changes = (await queries.currentChanges(db)).filter(isKnown).map(toChange)
  const registered = about.dltEntity !== null
  const rows = OCCASION_KEYS.flatMap((occasion) => {
    const ofIt = changes.filter((change) => change.occasion === occasion)
    return LANGUAGES.map((language) =>
      rowOf({ occasion, language }, ofIt, { linkHosts, registered }),
    )
  })
  return { templates: rows, linkHosts: [...linkHosts], programme: about.programme }
}

function rowOf(
  { occasion, language }: { occasion: OccasionKey; language: Language },
  changes: readonly TemplateChange[],
  about: { linkHosts: readonly string[]; registered: boolean },
): TemplateRow {
  const stored = changes.filter(({ state }) => state === 'approved')
  const setBy = stored.find((change) => change.language === language) ?? null
  const own = setBy ?? builtIn(occasion, language) ?? builtIn(occasion, 'en')
  if (!own) throw new Error(`There is no text for ${occasion}.`)
  const sent = chooseTemplate({ occasion, language, stored, ...about })
  const { subject, body, dltTemplate } = own
  return {
    occasion,
    language,
    subject,
    body,
    dltTemplate,
    setBy,
    proposal:
      changes.find((change) => change.language === language && change.state === 'proposed') ?? null,
    passedOver: sent.body === body ? null : passedOverWords({ occasion, ...about }, own, sent),
  }
}

function passedOverWords(
  about: { occasion: OccasionKey; linkHosts: readonly string[] },
  own: Template,
  sent: Template,
): string {
  const instead = sent.language === own.language ? 'The built-in text' : 'The English text'
  const fault = templateFault(about, own)
  return fault === null
    ? `${instead} is sent instead: it has a DLT template id, and this one has none.`
    : `${instead} is sent instead: this one does not fit any more. ${fault}`
}

/** The texts that somebody changed, by occasion and language. */
export async function changedTexts(db: Db | Tx) {
  const changes = (await queries.currentChanges(db)).filter(isKnown).map(toChange)
  return changes
    .filter(({ state }) => state === 'approved')
    .map(({ occasion, language, subject, body, dltTemplate }) => ({
      occasion,
      language,
      subject,
      body,
      dltTemplate,
    }))
}

/** What was ever proposed for one text, the newest first. */
export async function historyOf(
  { db }: Reading,
  of: { occasion: OccasionKey; language: Language },
): Promise<{ changes: TemplateChange[] }> {
  return { changes: (await queries.changesOf(db, of)).map(toChange) }
}
