import { SCAN_RESULTS } from '../../contract/programme/scans.ts'
import type { Context } from '../context.ts'
import { keepAttachment } from '../features/desk/enquiries/attachments.service.ts'
import { saveCanned } from '../features/desk/enquiries/canned.service.ts'
import { closeResolved } from '../features/desk/enquiries/closing.service.ts'
import * as steps from '../features/desk/enquiries/enquiry-steps.service.ts'
import { openMine, writeMine } from '../features/desk/enquiries/member-enquiries.service.ts'
import { place } from '../features/desk/enquiries/open.service.ts'
import { CANNED, ENQUIRY_CASES, type EnquiryCase, type EnquiryMoment } from './enquiry-plan.ts'
import type { Act, Person } from './kyc.ts'
import { drawTornCoupon } from './pictures.ts'
import { personOf, type Playing } from './playing.ts'
import { DEMO_ORIGIN } from './staff.ts'

const CANNED_HOURS_AGO = 2_000

/** What members ask, what the helpdesk makes of it, and the answers it has ready, in no order. */
export function enquiryActs(
  people: Map<number, Person>,
  staff: Playing['staff'],
  now: Date,
): Act[] {
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * 3_600_000)
  const playing = { people, staff, at }
  return [
    { at: at(CANNED_HOURS_AGO), run: (context) => addCanned(context, playing) },
    ...ENQUIRY_CASES.flatMap((one, index) => actsOf(playing, one, `demo-enquiry-${index}`)),
  ]
}

async function addCanned(context: Context, { staff }: Playing): Promise<void> {
  for (const { by, ...words } of CANNED) await saveCanned(context, staff[by], words, DEMO_ORIGIN)
}

function actsOf(playing: Playing, one: EnquiryCase, key: string): Act[] {
  let enquiryId = ''
  const picture = one.withPicture && drawnOnce()
  const opening: Act = {
    at: playing.at(one.hoursAgo),
    ...(picture && { ahead: picture }),
    run: async (context) => {
      enquiryId = await open(context, playing, { ...one, key, pictures: await picture?.() })
    },
  }
  const next = (one.next ?? []).map((moment, index): Act => ({
    at: playing.at(moment.hoursAgo),
    run: (context) =>
      go(context, playing, moment, { one, enquiryId, idempotencyKey: `${key}-${index}` }),
  }))
  return [opening, ...next]
}

type Pictures = Awaited<ReturnType<typeof drawTornCoupon>>

function drawnOnce(): () => Promise<Pictures> {
  let drawing: Promise<Pictures> | null = null
  return () => (drawing ??= drawTornCoupon())
}

type Opening = EnquiryCase & { key: string; pictures: Pictures | undefined }

async function open(context: Context, playing: Playing, one: Opening): Promise<string> {
  const { memberId, category, subject, words, by, key, pictures } = one
  const { caller } = personOf(playing, memberId)
  const attachment = pictures && (await keepAttachment(context, memberId, pictures))
  const body = {
    idempotencyKey: key,
    category,
    subject,
    body: words,
    attachmentIds: attachment ? [attachment.attachmentId] : [],
    ...(await namedBy(context, one)),
  }
  if (!by) return openMine(context, caller, body, DEMO_ORIGIN)
  const { requestId } = DEMO_ORIGIN
  return place(context, { ...body, memberId, by: playing.staff[by], requestId })
}

/** The last scan, lost scan or redemption of the member by now. */
async function namedBy(
  { db, now }: Context,
  { memberId, about }: EnquiryCase,
): Promise<{ scanId?: string; redemptionId?: string }> {
  if (about === undefined) return {}
  if (about === 'redemption') {
    const { redemptionId } = await db
      .selectFrom('redemption')
      .select('redemption_id as redemptionId')
      .where('member_id', '=', memberId)
      .where('requested_at', '<', now())
      .orderBy('requested_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { redemptionId }
  }
  const scans = db.selectFrom('scan').select('scan.id as scanId')
  const own = scans.where('scan.member_id', '=', memberId).orderBy('scan.id', 'desc').limit(1)
  const found =
    about === 'scan'
      ? own.where('scan.result', '=', SCAN_RESULTS.credited)
      : own
          .innerJoin('coupon', 'coupon.code_key', 'scan.code_key')
          .where('scan.result', '=', SCAN_RESULTS.already_scanned)
          .where('coupon.scanned_by', '<>', memberId)
  const { scanId } = await found.executeTakeFirstOrThrow()
  return { scanId }
}

type Going = { one: EnquiryCase; enquiryId: string; idempotencyKey: string }

async function go(
  context: Context,
  playing: Playing,
  moment: EnquiryMoment,
  { one, enquiryId, idempotencyKey }: Going,
): Promise<void> {
  if (moment.does === 'close') return closeResolved(context)
  if (moment.does === 'write') {
    const { caller } = personOf(playing, one.memberId)
    const written = { enquiryId, idempotencyKey, body: moment.words, attachmentIds: [] }
    return writeMine(context, caller, written)
  }
  const by = { caller: playing.staff[moment.by], enquiryId, origin: DEMO_ORIGIN }
  if (moment.does === 'give') return steps.assign(context, by, playing.staff[moment.to].staffId)
  if (moment.does === 'recategorise') return steps.recategorise(context, by, moment.category)
  if (moment.does === 'resolve') return steps.resolve(context, by, moment.words)
  const said = { idempotencyKey, body: moment.words }
  if (moment.does === 'note') return steps.note(context, by, said)
  return steps.answer(context, by, { ...said, resolve: moment.does === 'settle' })
}
