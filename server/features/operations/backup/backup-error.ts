/** Its message is for the person at the terminal: what is wrong, and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])
/** The server was stopped or killed, or the connection to it broke. */
const GONE = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE', 'ECONNREFUSED', '08006'])

/** The sentence for what can happen to any backup or restore; else the error as it is. */
export function inWords(error: unknown, what: string, place: string): unknown {
  if (!(error instanceof Error) || error instanceof BackupError) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (FULL.has(code)) {
    return new BackupError(
      `The disk of ${place} is full. The ${what} was given up and nothing of it is left; free some space and begin again.`,
      { cause: error },
    )
  }
  if (GONE.has(code) || /Connection terminated/.test(error.message)) {
    return new BackupError(
      `The database went away (${error.message}). The ${what} was given up and nothing of it is left; look at the database, then begin again.`,
      { cause: error },
    )
  }
  return error
}
