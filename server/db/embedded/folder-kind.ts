import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedDatabaseError } from './errors.ts'
import { followOwner } from './identity.ts'
import { clusterOf } from './site.ts'

/** Stands in the data folder of a programme of one's own; a demo's has none. */
export const OWN_PROGRAMME = 'own-programme'

/**
 * Refuses a demo's data folder for a programme of one's own and the other way round, and marks a new
 * folder as that of a programme of one's own before its database is made.
 */
export async function claimFolder({
  DATA_DIR,
  demo,
}: {
  DATA_DIR: string
  demo: boolean
}): Promise<void> {
  const mark = path.join(DATA_DIR, OWN_PROGRAMME)
  const isOwn = existsSync(mark)
  if (demo) {
    if (!isOwn) return
    throw new EmbeddedDatabaseError(
      `${DATA_DIR} holds a programme of your own, not the demo. Start with DEMO=no, or set DATA_DIR to another folder.`,
    )
  }
  if (isOwn) return
  if (existsSync(clusterOf(DATA_DIR))) {
    throw new EmbeddedDatabaseError(
      `${DATA_DIR} holds the demo. Start without DEMO=no, or set DATA_DIR to another folder.`,
    )
  }
  await mkdir(DATA_DIR, { recursive: true, mode: 0o711 })
  await writeFile(
    mark,
    'This data folder holds a programme of your own: start it with DEMO=no.\n',
    {
      flush: true,
    },
  )
  await followOwner(mark)
}
