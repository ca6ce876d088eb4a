import pg from 'pg'
import type { Measured } from './measure-lists.ts'
import type { AskedQuery } from './query-clock.ts'

/** A list with its filters, or another page, by its slowest turn. */
type Asked = Pick<Measured, 'what' | 'worst'> & { list?: string }

/** Says how the database answered the slowest turn of each case: its statements with their plans. */
export async function explainCases(
  connection: pg.ClientConfig,
  cases: readonly Asked[],
  say: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ ...connection, options: '-c timezone=UTC' })
  await client.connect()
  try {
    for (const { list = 'page', what, worst } of cases) {
      say(`══ ${list} [${what}] ${JSON.stringify(worst.query)} ${worst.ms.toFixed(1)} ms`)
      for (const query of worst.queries) await explain(client, query, say)
    }
  } finally {
    await client.end()
  }
}

async function explain(
  client: pg.Client,
  { text, values, begun, ended, databaseMs }: AskedQuery,
  say: (line: string) => void,
): Promise<void> {
  say(`── ${databaseMs.toFixed(1)} of ${(ended - begun).toFixed(1)} ms: ${text}`)
  say(`   ${JSON.stringify(values)}`)
  if (!/^\s*(?:\/\*[^*]*\*\/\s*)?\(?(?:select|with)\b/i.test(text)) return
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers) ${text}`,
    values,
  )
  for (const row of rows) say(`   ${row['QUERY PLAN']}`)
}
