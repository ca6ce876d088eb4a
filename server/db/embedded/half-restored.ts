import { existsSync } from 'node:fs'
import path from 'node:path'
import { EmbeddedDatabaseError } from './errors.ts'

/** Stands in a data folder while a restore fills it, and stays when that is cut off. */
export const UNFINISHED_RESTORE = 'restore.unfinished'

/** Refuses a data folder into which a restore was begun and not ended. */
export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(path.join(dataDir, UNFINISHED_RESTORE))) return
  throw new EmbeddedDatabaseError(
    `A restore into ${dataDir} is being made, or was cut off. Run npm run restore again with the same settings: it clears what was left and starts over. Until then nothing starts on this folder.`,
  )
}
