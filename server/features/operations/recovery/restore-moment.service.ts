import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../../config.ts'
import { UNFINISHED_RESTORE } from '../../../db/embedded/half-restored.ts'
import { BackupError, keyFor } from '../backup/index.ts'
import { formatMoment } from './moment.ts'
import { megabytes, planRestore, refuseDatabase, type Plan } from './plan.service.ts'
import { checkTarget, recover, type Into, type Recovered } from './recover.service.ts'

export type Talk = {
  say(line: string): void
  confirm(question: string): Promise<boolean>
}
type Wanted = { to: Date | null; into: string | null; timeline: number | null }

/** Takes the embedded database back to a moment: checks, shows what it will do, asks, does it. Gives the exit code. */
export async function restoreMoment(
  config: Config,
  { to, into, timeline }: Wanted,
  { say, confirm }: Talk,
): Promise<number> {
  if (config.archive === null) {
    throw new BackupError(
      config.DATABASE_URL === undefined
        ? 'Say where the log is archived: set WAL_ARCHIVE_DIR.'
        : 'A PostgreSQL of your own is restored by pgBackRest: say --pgbackrest and the name of the stanza.',
    )
  }
  const place = into === null ? config : copyOf(config, path.resolve(into))
  // What a restore that was cut off has left is cleared when this one begins.
  const isCutOff = existsSync(path.join(place.DATA_DIR, UNFINISHED_RESTORE))
  if (!isCutOff) refuseDatabase(place, new Date())
  say('Reading the archive …')
  const plan = await planRestore({ archive: config.archive.dir, to, timeline })
  const key = await keyFor(config, plan.base.dir)
  const target: Into = { config: place, isCopy: into !== null, key }
  await checkTarget(target, plan)
  for (const line of planWords(target, plan)) say(line)
  if (!(await confirm('Restore now?'))) {
    say('Nothing was done.')
    return 2
  }
  return tell(target, await recover(target, plan), say)
}

/** The configuration of a copy: it leaves the archive and the heads of the other alone. */
function copyOf(config: Config, DATA_DIR: string): Config {
  if (DATA_DIR === config.DATA_DIR) {
    throw new BackupError('--into names DATA_DIR itself. Leave it out, or name another folder.')
  }
  return { ...config, DATA_DIR, archive: null, HEADS_DIR: `${DATA_DIR}-heads`, heads: null }
}

function planWords({ config, isCopy }: Into, plan: Plan): string[] {
  const { base, to, timeline, pieces, reach, archive, parts, needed } = plan
  const newest = reach ? formatMoment(reach) : 'that of the base backup'
  const restores = parts.flatMap(({ takenBackTo }) => takenBackTo ?? [])
  return [
    to
      ? `The database as it was on ${formatMoment(to)} is restored`
      : `Everything that was archived is restored (the newest change is of ${newest})`,
    `  into       ${config.DATA_DIR}${isCopy ? ', as a copy: the database of now stays as it is' : ''}`,
    `  from       ${archive}, history ${timeline}: the base backup of ${formatMoment(new Date(base.manifest.until))} and ${pieces} pieces of the log`,
    ...restores.map((at) => `             which a restore took back to ${formatMoment(at)} before`),
    `  room       ${megabytes(needed)} are needed, and there`,
    ...(isCopy ? [] : heads(config)),
    `  files      of members and of the gallery are not in the archive: they stay as they are in ${config.files === null ? `${config.DOCUMENTS_DIR} and ${config.MEDIA_DIR}` : 'the bucket'}`,
  ]
}

const heads = ({ HEADS_DIR, heads: bucket }: Config) => [
  `  given up   all that happened later. The heads of it in ${HEADS_DIR}${bucket ? ' and the bucket' : ''} are told as given up, signed, for good`,
]

const SHOWN = 5
export const NEXT = [
  'Numbers of payments, bank files, batches, redemptions, enquiries and members go on 10,000 later.',
  'Before a process with ROLE=worker or all starts: what the provider or the bank paid since that moment is not known here. See docs/operations.md, After a restore.',
]

/** Says what came of it; gives the exit code. */
function tell(
  { config, isCopy }: Into,
  { findings, upTo, missing }: Recovered,
  say: Talk['say'],
): number {
  say(`Restored. The newest change in it is of ${upTo ? formatMoment(upTo) : 'the base backup'}.`)
  if (missing.length > 0) {
    say(`${missing.length} files that rows name are not there. Bring them from the newest backup:`)
    for (const name of missing.slice(0, SHOWN)) say(`  ${name}`)
  }
  if (isCopy) say(`Look at it with DATA_DIR=${config.DATA_DIR} and without WAL_ARCHIVE_DIR.`)
  else for (const line of NEXT) say(line)
  if (findings.length === 0) {
    say('Every invariant holds and the audit trail is whole.')
    return 0
  }
  say('It is as it was then, but this was wrong then already:')
  for (const finding of findings) say(`  ${finding}`)
  return 1
}
