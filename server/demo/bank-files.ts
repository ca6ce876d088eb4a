import { ANSWER_COLUMNS } from '../../contract/money/bank-files.ts'
import { CSV_TYPE } from '../../contract/sheets.ts'
import { dayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import {
  applyBankAnswer,
  previewBankAnswer,
} from '../features/money/payments/bank-file/bank-answer.service.ts'
import { makeBankFile } from '../features/money/payments/bank-file/bank-file.service.ts'
import { sendPayments } from '../features/money/payments/send/send.service.ts'
import type { Act } from './kyc.ts'
import { FILED } from './payment-plan.ts'
import { confirmedOf, personOf, type Playing } from './playing.ts'
import { playRedemption } from './redemptions.ts'
import { DEMO_ORIGIN } from './staff.ts'

type Filed = (typeof FILED)[number]

/** Money that goes to the bank in a file, and the bank's answer where it came. */
export function fileActs(playing: Playing): Act[] {
  return FILED.flatMap((one) => actsOf(playing, one))
}

function actsOf(playing: Playing, one: Filed): Act[] {
  const { staff, at } = playing
  const { hoursAgo, points, answeredHoursAgo } = one
  const redemptionIds: string[] = []
  const asked = one.of.map((memberId, index): Act => ({
    at: at(hoursAgo - index),
    run: async (context) => {
      const wanted = { kind: 'bank' as const, points }
      const who = personOf(playing, memberId)
      const played = { hoursAgo, wanted, key: `file-${hoursAgo}` }
      redemptionIds.push(await playRedemption(context, staff, who, played))
    },
  }))
  const file: Act = {
    at: at(hoursAgo - 5),
    run: async (context) => {
      const confirmed = await confirmedOf(context, redemptionIds)
      const body = { ...confirmed, provider: 'bank-file' as const }
      await sendPayments(context, staff.almond, body, DEMO_ORIGIN)
      await makeBankFile(context, staff.almond, confirmed, DEMO_ORIGIN)
    },
  }
  if (answeredHoursAgo === null) return [...asked, file]
  const run = (context: Context) => answer(context, playing, one, redemptionIds)
  return [...asked, file, { at: at(answeredHoursAgo), run }]
}

async function answer(
  context: Context,
  { staff }: Playing,
  { returned }: Filed,
  redemptionIds: string[],
): Promise<void> {
  const day = dayOf(context.now())
  const rows = await context.db
    .selectFrom('payment')
    .select(['number', 'member_id as memberId', 'net_paise as netPaise'])
    .where('redemption_id', 'in', redemptionIds)
    .orderBy('payment_id')
    .execute()
  const lines = rows.map(({ number, memberId, netPaise }) => {
    const came = memberId !== returned
    const cells = [number, (Number(netPaise) / 100).toFixed(2)]
    const utr = `HILN${day.replaceAll('-', '')}${number.replaceAll(/\D/g, '')}`
    return [...cells, ...(came ? ['Paid', utr, ''] : ['Returned', '', 'Account closed']), day]
  })
  const text = [[...ANSWER_COLUMNS], ...lines].map((cells) => cells.join(',')).join('\r\n')
  const file = { bytes: Buffer.from(`${text}\r\n`), type: CSV_TYPE }
  const name = `bank-answer-${day}.csv`
  const { answerId, counts } = await previewBankAnswer(
    context,
    staff.almond,
    { name, file },
    DEMO_ORIGIN,
  )
  const changes = counts.pay + counts.fail + counts.reverse
  await applyBankAnswer(context, staff.almond, { answerId, changes }, DEMO_ORIGIN)
}
