import { expect } from '@playwright/test'
import type { z } from 'zod'
import { batchDetail } from '../contract/programme/batches.ts'
import type { activateCoupons } from '../contract/programme/coupons.ts'
import { addDays, dayOf } from '../contract/time.ts'
import { openPrintAnswer } from '../server/test/open-print-file.ts'
import { BASE } from './kyc-review.ts'
import { asStaff, tokenOf } from './redeemer.ts'

/** A lot made for one test, with what its print files hold. */
export type LineLot = {
  batchId: number
  letters: string
  quantity: number
  /** By serial: the first stands at 0. */
  codes: string[]
  cartonCodes: string[]
}
type Wanted = { quantity: number; plantId?: number; cartonSize?: number }

/** A batch that was requested, approved, generated and printed through the API. */
export async function newLot({ quantity, plantId = 1, cartonSize }: Wanted): Promise<LineLot> {
  const body = { plantId, productId: 1, quantity, points: 20, qrForm: 'url', cartonSize }
  const expiresOn = addDays(dayOf(new Date()), 300)
  const asked = await asStaff('sub admin', 'batches', { ...body, expiresOn })
  const { batchId, letters } = batchDetail.parse(asked)
  await asStaff('hod', `batches/${batchId}/approve`, {})
  await expect
    .poll(async () => batchDetail.parse(await asStaff('hod', `batches/${batchId}`)).status)
    .toBe('generated')
  const codes = await printed(batchId, 'packs')
  const cartonCodes = cartonSize ? await printed(batchId, 'cartons') : []
  return { batchId, letters, quantity, codes, cartonCodes }
}

async function printed(batchId: number, of: 'packs' | 'cartons'): Promise<string[]> {
  const answer = await fetch(`${BASE}/api/admin/batches/${batchId}/printFile`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf('almond team')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ format: 'csv', of }),
  })
  const { bytes } = await openPrintAnswer(answer)
  const [head = '', ...lines] = bytes.toString().trim().split('\r\n')
  const column = head.split(',').indexOf('Code')
  return lines.map((line) => line.split(',')[column] ?? '')
}

/** Does something through the API as the worker of plant 1. */
export async function asWorker(path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${BASE}/api/plant/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf('worker')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${path}: ${text}`)
  return JSON.parse(text)
}

type Range = z.input<NonNullable<(typeof activateCoupons)['body']>>

export const activate = ({ batchId }: LineLot, from: number, to: number): Promise<unknown> =>
  asWorker('activations', { batchId, from, to, action: 'activate' } satisfies Range)

export const deactivate = (
  { batchId }: LineLot,
  from: number,
  to: number,
  reason: string,
): Promise<unknown> =>
  asWorker('activations', { batchId, from, to, action: 'deactivate', reason } satisfies Range)
