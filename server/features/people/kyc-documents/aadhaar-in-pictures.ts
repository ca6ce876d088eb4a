import type { Logger } from 'pino'
import { holdsAadhaar } from '../../../../contract/personal-numbers.ts'
import { AppError } from '../../../lib/app-error.ts'
import { openReader } from '../../../lib/reading/reader.ts'

const READING_CPU_MS = 4_000
const reader = openReader()

type Readable = { text: string; grey: Buffer }

/** Wakes the reader, so that it is ready by the time the file is decoded. */
export const prepareToRead = () => reader.wake()

/**
 * Refuses a document on which a whole Aadhaar number can be read: in the text of a PDF or, by a
 * machine, in its pictures. What could not be read in four seconds of work goes on: a reviewer looks at
 * every document, and a member whose long statement reads slowly must not be turned away.
 */
export async function refuseWholeAadhaar(pages: readonly Readable[], log: Logger): Promise<void> {
  if (pages.some(({ text }) => showsAadhaar(text))) throw wholeAadhaar()
  let left = READING_CPU_MS
  for (const [index, { grey }] of pages.entries()) {
    // Each page gets its share of what is left, so that a dense first page cannot hide the others.
    const share = left / (pages.length - index)
    const { text, complete, cpuMs } = await reader.read(grey, share)
    left = Math.max(0, left - cpuMs)
    if (showsAadhaar(text)) throw wholeAadhaar()
    if (!complete) log.info({ page: index + 1 }, 'a document was not read to its end in time')
  }
}

/** Whether a text as a machine reads it shows twelve digits that can be an Aadhaar number. */
export function showsAadhaar(text: string): boolean {
  return holdsAadhaar(withoutVirtualIds(digitsMended(text)))
}

const LOOKALIKES: Record<string, string> = {
  O: '0',
  o: '0',
  D: '0',
  Q: '0',
  I: '1',
  l: '1',
  '|': '1',
  Z: '2',
  S: '5',
  B: '8',
}

/** A letter among at least three digits of a group was a digit. */
function digitsMended(text: string): string {
  return text.replace(/(?<![\w|])(?:[\dOoDQIl|ZSB]{4}){1,3}(?![\w|])/g, (group) =>
    group.replace(/\D/g, '').length * 4 < group.length * 3
      ? group
      : group.replace(/\D/g, (letter) => LOOKALIKES[letter] ?? letter),
  )
}

/** A virtual id has sixteen digits, may be shown, and three of its groups may look like the number. */
function withoutVirtualIds(text: string): string {
  return text.replace(/(?<!\d)(?:\d{4}[ .-]?){3}\d{4}(?!\d)/g, ' ')
}

function wholeAadhaar(): AppError {
  return new AppError(
    'invalid',
    'This document shows a whole Aadhaar number. Cover its first eight digits and upload it again.',
  )
}
