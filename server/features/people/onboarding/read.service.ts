import { ONBOARDING_MAX_ROWS } from '../../../../contract/people/onboarding.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import { Overtaken, readRows } from './read-rows.ts'
import * as rowQueries from './rows.queries.ts'
import { stateAfter } from './upload-machine.ts'
import * as queries from './uploads.queries.ts'

const GIVEN_UP = {
  reading: 'This file could not be read, though it was tried several times. Send it again.',
  applying:
    'Applying this file stopped half way, though it was tried several times. What is applied stays. Apply it again to go on.',
}

/**
 * Reads and checks a file that was sent, piece by piece. May be run again at any time, also beside
 * itself: it starts over, and an earlier run stops. What the sender has to put right refuses the
 * upload in words; any other failure is thrown, so that the job is tried again.
 */
export async function readUpload(
  context: Context,
  uploadId: string,
  signal: AbortSignal,
  { maxRows = ONBOARDING_MAX_ROWS }: { maxRows?: number } = {},
): Promise<void> {
  const begun = await begin(context, uploadId)
  if (!begun) return
  const { kind, run } = begun
  try {
    await readRows(context, { uploadId, run, rules: context.onboarding[kind], maxRows, signal })
    await finish(context, uploadId, run)
  } catch (error) {
    if (error instanceof Overtaken) return
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error
    context.log.info({ uploadId, err: error.cause }, 'an onboarding file was refused')
    await refuse(context, uploadId, error.message)
  }
}

/** Says on an upload that its job was given up, also where the process died without a word. */
export async function giveUpUpload(context: Context, uploadId: string): Promise<void> {
  const state = await transaction(context.db, async (tx) => {
    const upload = await queries.lockUpload(tx, uploadId)
    if (upload?.state === 'applying') {
      const stopped = stateAfter(upload.state, 'stop')
      await queries.setUpload(tx, uploadId, { state: stopped, words: GIVEN_UP.applying })
    }
    return upload?.state
  })
  if (state === 'reading') await refuse(context, uploadId, GIVEN_UP.reading)
}

async function begin({ db }: Context, uploadId: string) {
  return transaction(db, async (tx) => {
    const upload = await queries.lockUpload(tx, uploadId)
    if (upload?.state !== 'reading') return null
    const run = upload.reading + 1
    await queries.setUpload(tx, uploadId, { reading: run })
    await queries.clearCounts(tx, uploadId)
    await rowQueries.deleteRows(tx, uploadId)
    return { kind: upload.kind, run }
  })
}

async function finish({ db }: Context, uploadId: string, run: number): Promise<void> {
  await transaction(db, async (tx) => {
    const upload = await queries.lockUpload(tx, uploadId)
    if (!upload || upload.reading !== run) throw new Overtaken()
    await queries.setUpload(tx, uploadId, { state: stateAfter(upload.state, 'read') })
    await queries.deleteFile(tx, uploadId)
  })
}

/** Ends an upload that cannot be read; nothing of the file is kept. */
async function refuse({ db, now }: Context, uploadId: string, words: string): Promise<void> {
  await transaction(db, async (tx) => {
    const upload = await queries.lockUpload(tx, uploadId)
    if (upload?.state !== 'reading') return
    const state = stateAfter(upload.state, 'refuse')
    await queries.setUpload(tx, uploadId, { state, words, header: [], ended_at: now() })
    await queries.clearCounts(tx, uploadId)
    await rowQueries.deleteRows(tx, uploadId)
    await queries.deleteFile(tx, uploadId)
  })
}
