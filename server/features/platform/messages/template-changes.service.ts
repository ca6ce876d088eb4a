import type { Language } from '../../../../contract/people/members.ts'
import {
  needsTwoPeople,
  occasionOf,
  type OccasionKey,
} from '../../../../contract/platform/message-occasions.ts'
import type {
  TemplateChange,
  TemplateText,
} from '../../../../contract/platform/message-templates.ts'
import { textFaults } from '../../../../contract/platform/message-text.ts'
import type { RuleChangeState } from '../../../../contract/platform/rules.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { isId, makeStaffChangeId } from '../../../lib/ids.ts'
import { writeAudit } from '../audit/index.ts'
import { tellOther, tellOthersWith } from '../notices/index.ts'
import { builtIn } from './template-choice.ts'
import { MESSAGES_LINK, nameOf, toChange } from './template-words.ts'
import * as queries from './templates.queries.ts'

export type Of = { occasion: OccasionKey; language: Language }
type Changing = Pick<Context, 'db' | 'keys' | 'now' | 'channels'>

/** Refuses a text that does not fit its occasion, at the field that has to change. */
export function refuseText(
  { channels }: Pick<Context, 'channels'>,
  { occasion, subject, body, dltTemplate }: Of & TemplateText,
): void {
  const defined = occasionOf(occasion)
  const faults: Record<string, string> = textFaults(defined, { subject, body }, channels.linkHosts)
  if (defined.channel === 'email' && dltTemplate !== null) {
    faults.dltTemplate = 'Only an SMS has a DLT template id.'
  }
  const [first] = Object.values(faults)
  if (first !== undefined) throw new AppError('invalid', first, { fields: faults })
}

/**
 * Proposes a text. Where it carries a link or a code it waits for somebody else, as long as no other
 * change of it does; any other is sent from now on.
 */
export async function proposeTemplate(
  context: Changing,
  by: StaffCaller,
  proposal: Of & TemplateText & { reason: string },
  origin: Origin,
): Promise<TemplateChange> {
  refuseText(context, proposal)
  const changeId = await transaction(context.db, async (tx) => {
    const at = context.now()
    const needsTwo = needsTwoPeople(proposal.occasion)
    await refuseSame(tx, proposal)
    const id = await insert(tx, { ...proposal, needsTwo, staffId: by.staffId, at })
    const { reason } = proposal
    await audit(tx, context, by, { action: 'proposed', changeId: id, at, note: reason, origin })
    if (needsTwo) {
      const words = `${by.name} proposes another text of ${nameOf(proposal)}.`
      await tellOthersWith(tx, by, 'programme.approve', { words, link: MESSAGES_LINK, at })
    } else
      await decide(tx, context, by, { state: 'approved', changeId: id, at, note: null, origin })
    return id
  })
  return storedChange(context.db, changeId)
}

async function refuseSame(tx: Tx, { occasion, language, ...text }: Of & TemplateText) {
  const stored = await queries.textsOf(tx, occasion)
  const now = stored.find((one) => one.language === language) ?? builtIn(occasion, language)
  const isSame =
    now?.body === text.body && now.subject === text.subject && now.dltTemplate === text.dltTemplate
  if (!isSame) return
  const words = 'This is the text already.'
  throw new AppError('invalid', words, { fields: { body: words } })
}

async function insert(tx: Tx, change: Omit<queries.NewChange, 'changeId'>): Promise<string> {
  const changeId = makeStaffChangeId(change.at.getTime())
  if (await queries.insertChange(tx, { ...change, changeId })) return changeId
  const open = await queries.openChangeOf(tx, change)
  if (!open) throw new AppError('unavailable', 'This could not be written just now. Try again.')
  throw new AppError(
    'conflict',
    `A change of this text by ${open.proposedByName} waits for a decision. It must be approved, rejected or withdrawn first.`,
  )
}

type Deciding = { changeId: string; note?: string | undefined }

/** Approves a text that somebody else proposed: the next message carries it. */
export async function approveTemplate(
  context: Changing,
  by: StaffCaller,
  { changeId, note = '' }: Deciding,
  origin: Origin,
): Promise<TemplateChange> {
  await transaction(context.db, async (tx) => {
    const open = await lockedOpen(tx, changeId)
    if (open.proposedBy.staffId === by.staffId) throw notByYourself()
    const at = context.now()
    try {
      refuseText(context, open)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const words = `This text does not fit any more. ${error.message}`
      throw new AppError('conflict', words, { cause: error })
    }
    await decide(tx, context, by, { state: 'approved', changeId, at, note: note || null, origin })
    await tellMaker(tx, by, open, { state: 'approved', at })
  })
  return storedChange(context.db, changeId)
}

/** Rejects a text that somebody else proposed. */
export async function rejectTemplate(
  context: Changing,
  by: StaffCaller,
  { changeId, note = '' }: Deciding,
  origin: Origin,
): Promise<TemplateChange> {
  await transaction(context.db, async (tx) => {
    const open = await lockedOpen(tx, changeId)
    if (open.proposedBy.staffId === by.staffId) throw notByYourself()
    const at = context.now()
    await decide(tx, context, by, { state: 'rejected', changeId, at, note, origin })
    await tellMaker(tx, by, open, { state: 'rejected', at })
  })
  return storedChange(context.db, changeId)
}

/** Takes back a text of one's own while nobody has decided it. */
export async function withdrawTemplate(
  context: Changing,
  by: StaffCaller,
  changeId: string,
  origin: Origin,
): Promise<TemplateChange> {
  await transaction(context.db, async (tx) => {
    const { proposedBy } = await lockedOpen(tx, changeId)
    if (proposedBy.staffId !== by.staffId) {
      throw new AppError('conflict', `Only ${proposedBy.name} can withdraw this. Reject it.`)
    }
    const at = context.now()
    await decide(tx, context, by, { state: 'withdrawn', changeId, at, note: null, origin })
  })
  return storedChange(context.db, changeId)
}

function notByYourself(): AppError {
  return new AppError('conflict', 'You proposed this text: somebody else must decide it.')
}

async function lockedOpen(tx: Tx, changeId: string): Promise<TemplateChange> {
  if (!isId(changeId) || !(await queries.lockChange(tx, changeId))) throw notFound('This change')
  const found = await storedChange(tx, changeId)
  if (found.state === 'proposed') return found
  const { decidedBy, state } = found
  throw new AppError('conflict', `${decidedBy?.name} has ${state} this change already.`)
}

async function storedChange(db: Db | Tx, changeId: string): Promise<TemplateChange> {
  const found = await queries.changeById(db, changeId)
  if (!found) throw notFound('This change')
  return toChange(found)
}

type Decided = { changeId: string; at: Date; note: string | null; origin: Origin }

async function decide(
  tx: Tx,
  context: Changing,
  by: StaffCaller,
  { state, ...decided }: Decided & { state: RuleChangeState },
): Promise<void> {
  const { changeId, at, note } = decided
  await queries.decideChange(tx, changeId, { state, staffId: by.staffId, at, note })
  await audit(tx, context, by, { action: state, ...decided })
}

async function tellMaker(
  tx: Tx,
  by: StaffCaller,
  open: TemplateChange,
  { state, at }: { state: RuleChangeState; at: Date },
): Promise<void> {
  const words = `Your text of ${nameOf(open)} was ${state}.`
  const { staffId } = open.proposedBy
  await tellOther(tx, by, { staffId, words, link: MESSAGES_LINK, at })
}

async function audit(
  tx: Tx,
  { keys }: Changing,
  by: StaffCaller,
  { action, changeId, at, note, origin }: Decided & { action: RuleChangeState },
): Promise<void> {
  const { occasion, language, subject, body, dltTemplate } = await storedChange(tx, changeId)
  await writeAudit(tx, keys, {
    by,
    action: `message.${action}`,
    subject: 'message',
    subjectId: `${occasion}.${language}`,
    after: { changeId, subject, body, dltTemplate },
    reason: note ?? undefined,
    requestId: origin.requestId,
    at,
  })
}
