import { TIME_ZONE } from '../../../../contract/time.ts'
import { BackupError } from '../backup/index.ts'

const MOMENT =
  /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::(\d\d)(\.\d{1,6})?)? ?(Z|UTC|IST|[+-]\d\d:?\d\d)?$/
const IST = '+05:30'

/** A moment as people write it: of India, unless it names its zone. `latest` is all that there is: null. */
export function parseMoment(text: string): Date | null {
  if (text === 'latest') return null
  const [, day, time, seconds = '00', fraction = '', zone = 'IST'] = MOMENT.exec(text.trim()) ?? []
  const at = new Date(`${day}T${time}:${seconds}${fraction.slice(0, 4)}${offsetOf(zone)}`)
  const isReal = day !== undefined && !Number.isNaN(at.getTime()) && exists(day)
  if (isReal) return at
  throw new BackupError(
    `"${text}" is no moment. Write it like "2026-11-25 14:03:20" (India), "2026-11-25 08:33:20 UTC" or "2026-11-25 14:03:20 +05:30"; or latest, for everything that was archived.`,
  )
}

function offsetOf(zone: string): string {
  if (zone === 'IST') return IST
  if (zone === 'Z' || zone === 'UTC') return 'Z'
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`
}

/** JavaScript takes 31 February for the 3rd of March. */
const exists = (day: string) => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)

const inIndia = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
  hourCycle: 'h23',
})

/** To the second, as it can be given to the command again. */
export const formatMoment = (at: Date) => `${inIndia.format(at).replace(', ', ' ')} IST`

/** As PostgreSQL takes it where it knows no names of zones yet. */
export const momentForPostgres = (at: Date) =>
  at.toISOString().replace('T', ' ').replace('Z', '+00')
