import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type pg from 'pg'
import { ONBOARDING_COLUMNS } from '../../../contract/people/onboarding-columns.ts'
import { XLSX_TYPE } from '../../../contract/sheets.ts'
import { readConfig } from '../../../server/config.ts'
import type { Context } from '../../../server/context.ts'
import { readUpload } from '../../../server/features/people/onboarding/read.service.ts'
import { sendOnboarding } from '../../../server/features/people/onboarding/send.service.ts'
import { writeXlsx } from '../../../server/lib/xlsx/xlsx.ts'
import { makeLog } from '../../../server/log.ts'
import { openPlatform } from '../../../server/platform.ts'
import { watchTurns } from '../event-loop.ts'
import { dropDatabase, freshDatabase } from '../scans/database.ts'

const DATABASE = 'bench_upload'

export type UploadBench = { rows: number; rowsPerSecond: number; longestHoldMs: number }

/**
 * A workbook of so many workers, each new, as an upload reads it: unpacked in a process of its own,
 * every cell checked, every row judged beside the database and the rows before it, sealed and stored.
 */
export async function benchUpload(server: pg.ClientConfig, rows: number): Promise<UploadBench> {
  const connection = await freshDatabase(server, DATABASE)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hil-bench-upload-'))
  const config = readConfig({ LOG_LEVEL: 'error', DATA_DIR: dataDir, ROLE: 'web' })
  const log = makeLog(config)
  const { context, stop } = await openPlatform(config, connection, { log, publicUrl: '' })
  try {
    const uploadId = await sent(context, await workbookOf(rows))
    const turns = watchTurns()
    const begun = performance.now()
    await readUpload(context, uploadId, new AbortController().signal)
    const seconds = (performance.now() - begun) / 1000
    const longestHoldMs = turns.longest()
    const { rows: found } = await sql<{ rows: number }>`select count(*)::int as rows
      from onboarding_row where verdict = 'create'`.execute(context.db)
    if (found[0]?.rows !== rows) throw new Error(`Of ${rows} rows ${found[0]?.rows} are right.`)
    return { rows, rowsPerSecond: rows / seconds, longestHoldMs }
  } finally {
    await stop()
    await dropDatabase(server, DATABASE)
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function workbookOf(count: number): Promise<Buffer> {
  const columns = ONBOARDING_COLUMNS.workers
  const cellsOf = (index: number): string[] => {
    const cells: Record<string, string> = {
      employeeCode: `E${index}`,
      name: `Sunita Devi ${String.fromCharCode(65 + (index % 26))}`,
      email: `worker.${index}@line.example`,
      mobile: `98${String(index).padStart(8, '0')}`,
      plantCode: 'PT',
      shift: 'A',
      language: 'Hindi',
      joinedOn: '2026-04-01',
    }
    return columns.map(({ key }) => cells[key] ?? '')
  }
  async function* rows() {
    yield Array.from({ length: count }, (_, index) => cellsOf(index))
  }
  const sheet = {
    sheetName: 'Workers',
    columns: columns.map(({ header }) => ({ header, type: 'text' as const, width: 20 })),
    rows: rows(),
  }
  return buffer(writeXlsx(sheet))
}

async function sent(context: Context, bytes: Buffer): Promise<string> {
  const { db } = context
  await sql`insert into plant (code, name, state, city) values ('PT', 'Plant', 1, 'City')`.execute(
    db,
  )
  const { staffId } = await db
    .insertInto('staff')
    .values({ email: 'bench@hil.example', name: 'Bench', role: 'admin', created_at: new Date() })
    .returning('staff_id as staffId')
    .executeTakeFirstOrThrow()
  const caller = {
    kind: 'staff' as const,
    staffId,
    email: 'bench@hil.example',
    name: 'Bench',
    role: 'admin' as const,
    plantId: null,
    sessionHash: Buffer.alloc(32),
  }
  const file = { bytes, type: XLSX_TYPE }
  const { uploadId } = await sendOnboarding(
    context,
    caller,
    { kind: 'workers', name: 'workers.xlsx', file },
    { requestId: 'bench', address: '127.0.0.1', userAgent: undefined },
  )
  return uploadId
}
