import { setTimeout as delay } from 'node:timers/promises'
import { writeXlsx, type CellValue } from 'hucre'
import { ONBOARDING_COLUMNS } from '../../../../contract/people/onboarding-columns.ts'
import * as contract from '../../../../contract/people/onboarding.ts'
import type { OnboardingKind, Upload, UploadState } from '../../../../contract/people/onboarding.ts'
import { XLSX_TYPE } from '../../../../contract/sheets.ts'
import { readSheet } from '../../../lib/sheet.ts'
import type { TestServer } from '../../../test/server.ts'
import { patiently } from '../../../test/patiently.ts'

export type Person = { token: string; staffId: number }

export const headersOf = (kind: OnboardingKind) =>
  ONBOARDING_COLUMNS[kind].map(({ header }) => header)

let last = 0
/** Cells of a worker who is new, in the order of the template; `changed` by key. */
export function workerCells(changed: Record<string, string> = {}): string[] {
  const number = ++last
  const cells: Record<string, string> = {
    employeeCode: `E${number}`,
    name: `Sunita Devi ${String.fromCharCode(65 + (number % 26))}`,
    email: `worker.${number}@line.example`,
    mobile: `98${String(number).padStart(8, '0')}`,
    plantCode: 'PT',
    shift: 'A',
    language: 'Hindi',
    joinedOn: '2026-04-01',
    ...changed,
  }
  return ONBOARDING_COLUMNS.workers.map(({ key }) => cells[key] ?? '')
}

export function distributorCells(changed: Record<string, string> = {}): string[] {
  const number = ++last
  const cells: Record<string, string> = {
    code: `D${number}`,
    name: `Sharma Traders ${String.fromCharCode(65 + (number % 26))}`,
    state: 'Rajasthan',
    city: 'Jaipur',
    ...changed,
  }
  return ONBOARDING_COLUMNS.distributors.map(({ key }) => cells[key] ?? '')
}

export function memberCells(changed: Record<string, string> = {}): string[] {
  const number = ++last
  const cells: Record<string, string> = {
    memberMobile: `97${String(number).padStart(8, '0')}`,
    memberName: `Sunita Devi ${String.fromCharCode(65 + (number % 26))}`,
    memberKind: 'Mason',
    state: 'Rajasthan',
    city: 'Jaipur',
    ...changed,
  }
  return ONBOARDING_COLUMNS.members.map(({ key }) => cells[key] ?? '')
}

export async function workbook(rows: readonly (readonly CellValue[])[]): Promise<Buffer> {
  const sheet = { name: 'Sheet', rows: rows.map((row) => [...row]) }
  return Buffer.from(await writeXlsx({ sheets: [sheet] }))
}

/** A file of some rows under the headings of their kind. */
export const fileOf = (kind: OnboardingKind, rows: readonly (readonly CellValue[])[]) =>
  workbook([headersOf(kind), ...rows])

export const csvOf = (rows: readonly (readonly string[])[]) =>
  Buffer.from(rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n'))

export async function send(
  server: TestServer,
  { token }: Person,
  kind: OnboardingKind,
  bytes: Buffer,
  type = XLSX_TYPE,
) {
  const path = contract.sendOnboarding.path.replace(':kind', kind)
  const response = await fetch(`${server.url}${path}?name=people.xlsx`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': type },
    body: new Uint8Array(bytes),
  })
  return { status: response.status, body: (await response.json()) as Upload & { message?: string } }
}

export async function uploadNow(
  server: TestServer,
  { token }: Person,
  uploadId: string,
): Promise<Upload> {
  const { body } = await patiently(() =>
    server.call(contract.getUpload, { token, params: { uploadId } }),
  )
  return body
}

/** Waits until the jobs have brought an upload to one of some states. */
export async function until(
  server: TestServer,
  person: Person,
  uploadId: string,
  ...states: UploadState[]
): Promise<Upload> {
  for (const end = Date.now() + 60_000; ;) {
    const upload = await uploadNow(server, person, uploadId)
    if (states.includes(upload.state)) return upload
    if (Date.now() > end) throw new Error(`The upload stays ${JSON.stringify(upload)}.`)
    await delay(40)
  }
}

/** Sends a file and waits until it is read or refused. */
export async function read(
  server: TestServer,
  person: Person,
  kind: OnboardingKind,
  bytes: Buffer,
  type = XLSX_TYPE,
): Promise<Upload> {
  const { status, body } = await patiently(() => send(server, person, kind, bytes, type))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return until(server, person, body.uploadId, 'ready', 'refused')
}

export const apply = (server: TestServer, { token }: Person, uploadId: string) =>
  server.call(contract.applyUpload, { token, params: { uploadId } })

/** Sends a file, applies it and waits until that is done. */
export async function applied(
  server: TestServer,
  person: Person,
  kind: OnboardingKind,
  rows: readonly (readonly CellValue[])[],
): Promise<Upload> {
  const { uploadId, state, words } = await read(server, person, kind, await fileOf(kind, rows))
  if (state !== 'ready') throw new Error(words ?? state)
  await apply(server, person, uploadId)
  return until(server, person, uploadId, 'applied')
}

export async function rowsOf(server: TestServer, { token }: Person, uploadId: string) {
  const params = { uploadId }
  const query = { limit: 200 }
  return (await server.call(contract.listUploadRows, { token, params, query })).body.items
}

export async function errorsOf(
  server: TestServer,
  { token }: Person,
  query: Record<string, unknown> = {},
) {
  return (await server.call(contract.listOnboardingErrors, { token, query })).body.items
}

export const retry = (
  server: TestServer,
  { token }: Person,
  { uploadId, rowNo }: { uploadId: string; rowNo: number },
  cells: readonly string[],
) =>
  server.call(contract.retryOnboardingRow, { token, params: { uploadId, rowNo }, body: { cells } })

/** The error file of a kind as it comes out, as a table. */
export async function errorFile(
  server: TestServer,
  { token }: Person,
  kind: OnboardingKind,
  upload?: string,
) {
  const query = upload === undefined ? {} : { upload }
  const answer = await server.raw(contract.onboardingErrorFile, { token, params: { kind }, query })
  if (answer.status !== 200) throw new Error(await answer.text())
  return readSheet(Buffer.from(await answer.arrayBuffer()), XLSX_TYPE, { maxRows: 20_000 })
}
