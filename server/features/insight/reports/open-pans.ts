import { createRowSplitter, decodeCopyField } from '../../../lib/xlsx/copy-text.ts'
import type { Row } from '../../../lib/xlsx/types.ts'

/**
 * Rows of a COPY in which one column holds keys (digests) in place of values: each piece of rows is
 * decoded and its keys are replaced by what `open` gives for them, or by nothing.
 */
export async function* withOpened(
  copy: AsyncIterable<Uint8Array>,
  column: number,
  open: (keys: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): AsyncGenerator<readonly Row[]> {
  const splitter = createRowSplitter()
  for await (const chunk of copy) {
    const rows = decoded(splitter.push(chunk))
    if (rows.length === 0) continue
    const keys = new Set(rows.flatMap((row) => row[column] ?? []))
    const values = await open([...keys])
    yield rows.map((row) => row.with(column, values.get(row[column] ?? '') ?? null))
  }
  splitter.end()
}

function decoded(bytes: Buffer): (string | null)[][] {
  const lines = bytes.toString('utf8').split('\n').slice(0, -1)
  return lines.map((line) => line.split('\t').map(decodeCopyField))
}
