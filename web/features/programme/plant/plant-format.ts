import { formatDay, formatDayOf, formatMoment, formatNumber } from '../../../lib/format.ts'
import type { Language } from '../../../../contract/people/members.ts'

const HINDI_MONTHS: Record<string, string> = {
  Jan: 'जनवरी',
  Feb: 'फ़रवरी',
  Mar: 'मार्च',
  Apr: 'अप्रैल',
  May: 'मई',
  Jun: 'जून',
  Jul: 'जुलाई',
  Aug: 'अगस्त',
  Sep: 'सितंबर',
  Oct: 'अक्टूबर',
  Nov: 'नवंबर',
  Dec: 'दिसंबर',
}

const inLanguage = (language: Language, text: string): string =>
  language === 'hi' ? text.replace(/[A-Z][a-z]{2}/, (month) => HINDI_MONTHS[month] ?? month) : text

/** A moment in the words of a language: "20 Nov 2026, 14:05", "20 नवंबर 2026, 14:05". */
export const momentIn = (language: Language, at: string | Date): string =>
  inLanguage(language, formatMoment(at))

/** The day of a moment: "20 नवंबर 2026". */
export const dayOfMomentIn = (language: Language, at: string | Date): string =>
  inLanguage(language, formatDayOf(at))

/** A calendar day, `2026-11-20`: "20 नवंबर 2026". */
export const dayIn = (language: Language, isoDay: string): string =>
  inLanguage(language, formatDay(isoDay))

const ZERO_HINDI = '०'.charCodeAt(0)

/**
 * A serial or carton number as people type it: digits of either script, with or without grouping.
 * Null where it is no whole number; it may be 0 or far too large.
 */
export function readNumber(typed: string): number | null {
  const digits = typed
    .replace(/[\s,]/g, '')
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - ZERO_HINDI))
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}

/** "101 – 4,600", or "101" where it is one. */
export const formatRun = (from: number, to: number): string =>
  from === to ? formatNumber(from) : `${formatNumber(from)} – ${formatNumber(to)}`
