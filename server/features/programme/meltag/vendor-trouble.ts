import type { MeltagVendor } from '../../../../contract/programme/meltag.ts'
import { COLUMNS, type Column } from './meltag.queries.ts'
import { VendorTimeout } from './vendor-pool.ts'

export const ANSWERED: MeltagVendor = { state: 'answered', sentence: null }
export const NOT_CONNECTED: MeltagVendor = {
  state: 'not_connected',
  sentence:
    'No vendor’s database is connected. Whoever runs the server sets MELTAG_DATABASE_URL to it.',
}
export const PREPARING: MeltagVendor = {
  state: 'preparing',
  sentence: 'The Meltag database of the demo is being prepared. Try again in a few seconds.',
}
export const BUSY: MeltagVendor = {
  state: 'slow',
  sentence: 'Too many searches wait for the vendor’s database. Try again in a moment.',
}

const AGAIN = 'It is asked again after ten seconds.'
const slow: MeltagVendor = {
  state: 'slow',
  sentence: `The vendor’s database took longer than two seconds. ${AGAIN}`,
}
const down = (what: string): MeltagVendor => ({ state: 'down', sentence: `${what} ${AGAIN}` })

/** The vendor's database is not as docs/meltag.md wants it; `what` names the view or the column. */
export const otherShape = (what: string): MeltagVendor => ({
  state: 'other_shape',
  sentence: `${what} The vendor has to mend it; docs/meltag.md lists what we read.`,
})

const MAY_NOT_READ = '42501'
const CANCELLED = '57014'
const WRONG_LOGIN = new Set(['28P01', '28000', '3D000'])

/** What a failed question says of the vendor, in words that hold nothing of the address. */
export function troubleOf(error: unknown): MeltagVendor {
  if (error instanceof VendorTimeout) {
    return error.connecting ? down('The vendor’s database does not answer.') : slow
  }
  const code = codeOf(error)
  if (code === CANCELLED) return slow
  if (code === MAY_NOT_READ) {
    return otherShape('The vendor’s database does not let us read the view meltag_tag.')
  }
  if (WRONG_LOGIN.has(code)) {
    return down('The vendor’s database does not know the name, password or database we come with.')
  }
  // A wrong name or a value that has no place where the view puts it: the view itself fails.
  if (/^(42|22)/.test(code)) return otherShape('The vendor’s view meltag_tag cannot be read.')
  return down('The vendor’s database cannot be reached.')
}

/** What is wrong with the columns that the view has; null where nothing is. */
export function troubleOfColumns(found: ReadonlyMap<string, string>): MeltagVendor | null {
  if (found.size === 0) return otherShape('The vendor’s database has no view meltag_tag.')
  for (const [name, types] of Object.entries(COLUMNS)) {
    const type = found.get(name)
    if (type === undefined) return otherShape(`The vendor’s view meltag_tag has no column ${name}.`)
    if (types.some((allowed) => allowed === type)) continue
    return otherShape(
      `In the vendor’s view meltag_tag the column ${name} is of the type ${type}, not ${types[0]}.`,
    )
  }
  return null
}

export const wrongValue = (column: Column): MeltagVendor =>
  otherShape(`In the vendor’s view meltag_tag the column ${column} holds what it cannot hold.`)

/** The SQLSTATE or the code of the system; empty where there is none. For the log: it names nothing. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
