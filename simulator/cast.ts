import { listBatches, printBatch } from '../contract/programme/batches.ts'
import { demoOutbox, openMemberSession, requestOtp } from '../contract/people/members.ts'
import { listScans } from '../contract/programme/scans.ts'
import { approveTaking, askTaking, listTakings } from '../contract/programme/print-takings.ts'
import { login } from '../contract/platform/session.ts'
import { ServerRefused, type Client } from './client.ts'

export type Player = { token: string; mobile: string }

/** Signs an account of the demo in: the almond team may see the scans and have print files. */
export async function signInAsStaff(client: Client, user = 'almond'): Promise<string> {
  const body = { email: `${user}@hil.example`, password: 'hil-demo-2026' }
  return (await client.call(login, { body })).token
}

/** Members who scanned lately, each signed in with the one-time password that the demo's outbox shows. */
export async function gatherPlayers(
  client: Client,
  staff: string,
  count: number,
): Promise<Player[]> {
  const players: Player[] = []
  for (const mobile of await mobilesOf(client, staff, count * 3)) {
    if (players.length === count) break
    let requestId: string
    try {
      ;({ requestId } = await client.call(requestOtp, { body: { mobile } }))
    } catch (error) {
      // An earlier run has used up this member's one-time passwords of the quarter hour.
      if (error instanceof ServerRefused && error.status === 429) continue
      throw error
    }
    const outbox = await client.call(demoOutbox, { query: { to: mobile } })
    const otp = /\b\d{6}\b/.exec(outbox.items[0]?.text ?? '')?.[0]
    if (!otp) throw new Error('The outbox shows no one-time password: is this the demo?')
    const { token } = await client.call(openMemberSession, { body: { mobile, otp, requestId } })
    players.push({ token, mobile })
  }
  return players
}

/** Mobiles of different members, the latest to scan first. */
async function mobilesOf(client: Client, staff: string, wanted: number): Promise<string[]> {
  const mobiles = new Set<string>()
  let after: string | undefined
  do {
    const query = { limit: 200, result: ['credited'], ...(after !== undefined && { after }) }
    const page = await client.call(listScans, { token: staff, query })
    for (const { mobile } of page.items) mobiles.add(mobile)
    after = page.next ?? undefined
  } while (after !== undefined && mobiles.size < wanted)
  return [...mobiles].slice(0, wanted)
}

/** Their codes were given out when they were printed: asks for them again, and the demo's HOD agrees. */
async function allowAgain(client: Client, staff: string, batchId: number): Promise<void> {
  const params = { batchId }
  const { takings, alone, again } = await client.call(listTakings, { token: staff, params })
  if (alone || takings.length === 0 || again?.state === 'approved') return
  const body = { reason: 'For the simulator' }
  const asked = again ?? (await client.call(askTaking, { token: staff, params, body })).again
  if (!asked) return
  const hod = await signInAsStaff(client, 'hod')
  const { againId } = asked
  await client.call(approveTaking, { token: hod, params, body: { againId } })
}

/** Codes of printed batches that still have active coupons, from their print files. */
export async function gatherCodes(
  client: Client,
  staff: string,
  wanted: number,
): Promise<string[]> {
  const { items } = await client.call(listBatches, {
    token: staff,
    query: { status: ['printed'], limit: 200 },
  })
  const codes: string[] = []
  const fullest = items.toSorted((a, b) => b.counts.active - a.counts.active)
  for (const { batchId } of fullest.filter(({ counts }) => counts.active > 0)) {
    await allowAgain(client, staff, batchId)
    const file = await client.lockedText(printBatch, {
      token: staff,
      params: { batchId },
      body: { format: 'csv' },
    })
    codes.push(
      ...(file.match(
        /\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}\b/g,
      ) ?? []),
    )
    if (codes.length >= wanted) break
  }
  if (codes.length === 0) throw new Error('No printed batch has active coupons.')
  return codes
}
