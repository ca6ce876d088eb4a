import { listBatches, printBatch } from '../contract/batches.ts'
import { demoOutbox, openMemberSession, requestOtp } from '../contract/members.ts'
import { listScans } from '../contract/scans.ts'
import { login } from '../contract/session.ts'
import type { Client } from './client.ts'

export type Player = { token: string; mobile: string }

/** Signs the demo's almond team account in: it may see the scans and have print files. */
export async function signInAsStaff(client: Client): Promise<string> {
  const body = { email: 'almond@hil.example', password: 'hil-demo-2026' }
  return (await client.call(login, { body })).token
}

/** Members who scanned lately, each signed in with the one-time password that the demo's outbox shows. */
export async function gatherPlayers(
  client: Client,
  staff: string,
  count: number,
): Promise<Player[]> {
  const { items } = await client.call(listScans, { token: staff, query: { limit: 200 } })
  const eligible = items.filter(({ result }) => result !== 'not_eligible')
  const mobiles = [...new Set(eligible.map(({ mobile }) => mobile))].slice(0, count)
  const players: Player[] = []
  for (const mobile of mobiles) {
    await client.call(requestOtp, { body: { mobile } })
    const outbox = await client.call(demoOutbox, { query: { to: mobile } })
    const otp = /\b\d{6}\b/.exec(outbox.items[0]?.text ?? '')?.[0]
    if (!otp) throw new Error('The outbox shows no one-time password: is this the demo?')
    const { token } = await client.call(openMemberSession, { body: { mobile, otp } })
    players.push({ token, mobile })
  }
  return players
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
  for (const { batchId } of items.filter(({ counts }) => counts.active > 100)) {
    const file = await client.text(printBatch, {
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
