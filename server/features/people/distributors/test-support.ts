import { gstinCheck } from '../../../../contract/india.ts'
import type { TestServer } from '../../../test/server.ts'

/** A GSTIN of a state with a PAN inside and the check character that fits. */
export function gstinOf(pan: string, state = '27', entity = '1'): string {
  const first = `${state}${pan}${entity}Z`
  return `${first}${gstinCheck(first)}`
}

/** Every row of the tables that may tell of a distributor, as one text. */
export async function dumpOf({ db }: TestServer): Promise<string> {
  const rows = await Promise.all([
    db.selectFrom('distributor').selectAll().execute(),
    db.selectFrom('distributor_identity').selectAll().execute(),
    db.selectFrom('audit').selectAll().execute(),
  ])
  // As text and as bytes: a value that is stored without being sealed is found either way.
  return JSON.stringify(rows, (_, value: unknown) =>
    isBytes(value) ? Buffer.from(value.data).toString('latin1') : value,
  )
}

function isBytes(value: unknown): value is { type: 'Buffer'; data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
}
