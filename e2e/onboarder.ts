import { randomInt } from 'node:crypto'
import { expect } from '@playwright/test'
import { readXlsx, writeXlsx } from 'hucre'
import { ONBOARDING_COLUMNS } from '../contract/people/onboarding-columns.ts'
import { upload, type OnboardingKind, type Upload } from '../contract/people/onboarding.ts'
import { CSV_TYPE } from '../contract/sheets.ts'
import { BASE } from './kyc-review.ts'
import { asStaff, tokenOf } from './redeemer.ts'

/** The cells of a row, in the order of the template. */
export type Cells = readonly string[]
/** Places of columns in a file of workers. */
export const NAME = 1
export const EMAIL = 2
export const MOBILE = 3
export const JOINED = 7

/** Workers whom no other test knows, by the first letters of their codes. */
export function newWorkers(count: number): { series: string; rows: Cells[] } {
  const series = `E${randomInt(100_000_000)}`
  const rows = Array.from({ length: count }, (_, index) => [
    `${series}-${index + 1}`,
    `Meena Kumari ${'abcdefghij'.charAt(index % 10)}`,
    `${series}.${index + 1}@plant.example`.toLowerCase(),
    '',
    'JHB',
    'A',
    'Hindi',
    '2026-04-01',
  ])
  return { series, rows }
}

export const withCell = (cells: Cells | undefined, place: number, text: string): string[] =>
  (cells ?? []).with(place, text)

const headersOf = (kind: OnboardingKind): string[] =>
  ONBOARDING_COLUMNS[kind].map(({ header }) => header)

/** A file of comma-separated text, as a browser is given it. */
export function csvFile(name: string, rows: readonly Cells[], headers = headersOf('workers')) {
  const text = [headers, ...rows].map((cells) => cells.join(',')).join('\r\n')
  return { name, mimeType: CSV_TYPE, buffer: Buffer.from(text) }
}

/** A spreadsheet with a formula in one of its cells. `row` counts the rows under the heading from 0. */
export async function xlsxFile(
  name: string,
  rows: readonly Cells[],
  formula: { row: number; place: number },
) {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Workers',
        rows: [headersOf('workers'), ...rows.map((cells) => [...cells])],
        cells: new Map([
          [`${formula.row + 1},${formula.place}`, { formula: '1+1', formulaResult: 2 }],
        ]),
      },
    ],
  })
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }
}

/** The same workbook with its rows changed by whoever corrects them; its heading stays. */
export async function correctedFile(
  bytes: Buffer,
  name: string,
  correct: (cells: string[]) => string[],
) {
  const { sheets } = await readXlsx(new Uint8Array(bytes))
  const [heading = [], ...rows] = (sheets[0]?.rows ?? []).map((cells) => cells.map(textOf))
  const written = await writeXlsx({
    sheets: [{ name: 'Workers', rows: [heading, ...rows.map(correct)] }],
  })
  return {
    file: { name, mimeType: 'application/octet-stream', buffer: Buffer.from(written) },
    heading,
    rows,
  }
}

const textOf = (cell: unknown): string =>
  typeof cell === 'string' || typeof cell === 'number' ? String(cell) : ''

const uploadOf = async (uploadId: string): Promise<Upload> =>
  upload.parse(await asStaff('admin', `onboarding/uploads/${uploadId}`))

async function settled(uploadId: string, state: Upload['state']): Promise<Upload> {
  await expect.poll(async () => (await uploadOf(uploadId)).state, { timeout: 30_000 }).toBe(state)
  return uploadOf(uploadId)
}

/** Sends a file of workers through the API and waits until it is read. */
export async function sentFile(name: string, rows: readonly Cells[]): Promise<Upload> {
  const answer = await fetch(
    `${BASE}/api/admin/onboarding/workers/uploads?name=${encodeURIComponent(name)}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf('admin')}`, 'content-type': CSV_TYPE },
      body: csvFile(name, rows).buffer,
    },
  )
  const { uploadId } = upload.parse(await answer.json())
  return settled(uploadId, 'ready')
}

/** Sends a file of workers and applies it. */
export async function appliedFile(name: string, rows: readonly Cells[]): Promise<Upload> {
  const { uploadId } = await sentFile(name, rows)
  await asStaff('admin', `onboarding/uploads/${uploadId}/apply`, {})
  return settled(uploadId, 'applied')
}
