import pg from 'pg'

/** Runs SQL on one connection of the server, in the given database. */
export async function onDatabase<T>(
  server: pg.ClientConfig,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...server, database })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** An empty database of that name, in place of one that an earlier run left. */
export async function freshDatabase(
  server: pg.ClientConfig,
  name: string,
): Promise<pg.ClientConfig> {
  await onDatabase(server, 'postgres', async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
  })
  return { ...server, database: name }
}

export async function dropDatabase(server: pg.ClientConfig, name: string): Promise<void> {
  await onDatabase(server, 'postgres', (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  )
}

export function median(values: readonly number[]): number {
  const ordered = values.toSorted((a, b) => a - b)
  return ordered[Math.floor(ordered.length / 2)] ?? Number.NaN
}

/** The value that `part` (0 to 1) of them do not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const ordered = values.toSorted((a, b) => a - b)
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * part))] ?? Number.NaN
}
