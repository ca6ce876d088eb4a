/** Its message is meant for the person at the terminal: print it as it is, without a stack. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError'
}

export const ownServerAdvice =
  'set DATABASE_URL to a PostgreSQL 15 or newer of your own, then no embedded one is needed'

export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const folderTroubles: Record<string, string> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'the disk is mounted read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'a file of that name is in the way',
}

/** The sentence for a folder that cannot be used, or the error unchanged when it says more than we know. */
export function folderTrouble(folder: string, error: unknown): unknown {
  const trouble = folderTroubles[codeOf(error) ?? '']
  if (trouble === undefined) return error
  return new EmbeddedDatabaseError(
    `The data folder ${folder} cannot be used: ${trouble}. Mend that, set DATA_DIR to another folder, or ${ownServerAdvice}.`,
    { cause: error },
  )
}
