import { open } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import { KINDS, kindOf } from '../pictures/kinds.ts'
import { runOnce, type Limits, type Outcome } from '../pictures/run-once.ts'
import { takingTurns } from '../turns.ts'
import type { Said } from './frames.ts'

const PROGRAM = fileURLToPath(new URL('./media-process.ts', import.meta.url))
const MB = 1024 * 1024
const ANSWER = MB
const LIMITS = {
  image: { ms: 10_000, memory: 180 * MB, answer: ANSWER },
  document: { ms: 45_000, memory: 320 * MB, answer: ANSWER },
  video: { ms: 30_000, memory: 260 * MB, answer: ANSWER, heapMb: 128 },
} satisfies Record<string, Limits>

const busy = () =>
  new AppError('unavailable', 'Many files are being opened. Try again in a few seconds.', {
    retryAfterSeconds: 5,
  })
const inTurn = takingTurns({ atOnce: 1, waiting: 6, full: busy })

const made = z.object({
  file: z.string().regex(/^[\w-]+\.(webp|mp4|webm)$/),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  bytes: z.number().int().positive(),
})
const said: z.ZodType<Said> = z.union([
  z.object({ pages: z.array(z.array(made).min(1)).min(1) }),
  z.object({
    video: made.extend({
      type: z.enum(['video/mp4', 'video/webm']),
      durationMs: z.number().int().positive(),
    }),
  }),
  z.object({ refusal: z.string().max(300) }),
])

export type Opened = Exclude<Said, { refusal: string }>
type Asked = { folder: string; type: string; widths: readonly number[] }

/**
 * Opens the file `in` of a folder as what it says it is: an image or a PDF becomes pictures in these
 * widths, on white, a video is rebuilt; what was made lies in the folder then. One file at a time, in a
 * process of its own. What is not what it says, damaged, too large or too slow is refused in words.
 * `onTrouble` is told when the process itself failed.
 */
export async function openMedia(
  { folder, type, widths }: Asked,
  onTrouble: (detail: string) => void,
): Promise<Opened> {
  await checkType(path.join(folder, 'in'), type)
  const limits = { ...limitsOf(type), folder }
  const args = [type, folder, widths.join()]
  const outcome = await inTurn(() => runOnce(PROGRAM, args, Buffer.alloc(0), limits))
  const answer = answerOf(outcome, onTrouble)
  if ('refusal' in answer) throw new AppError('invalid', answer.refusal)
  return answer
}

function limitsOf(type: string): Limits {
  if (type === 'application/pdf') return LIMITS.document
  return type.startsWith('video/') ? LIMITS.video : LIMITS.image
}

const NAMES: Record<string, string> = {
  ...KINDS,
  'video/mp4': 'MP4 video',
  'video/quicktime': 'MOV video',
  'video/webm': 'WebM video',
}

/** By the first bytes: an MP4 and a MOV are one form. */
async function checkType(place: string, type: string): Promise<void> {
  const found = typeOf(await beginningOf(place))
  if (found === type || (found === 'video/mp4' && type === 'video/quicktime')) return
  const claimed = `This file says it is a ${NAMES[type] ?? type}`
  const is = found ? `it is a ${NAMES[found]}` : 'it is not'
  throw new AppError('unsupported', `${claimed}, but ${is}.`)
}

/** Boxes that an MP4 or MOV begins with. */
const BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

function typeOf(bytes: Buffer): string | null {
  if (BOXES.has(bytes.toString('latin1', 4, 8))) return 'video/mp4'
  if (bytes.length >= 4 && bytes.readUInt32BE(0) === 0x1a45dfa3) return 'video/webm'
  return kindOf(bytes)
}

async function beginningOf(place: string): Promise<Buffer> {
  const file = await open(place, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function answerOf(outcome: Outcome, onTrouble: (detail: string) => void): Said {
  switch (outcome.end) {
    case 'answered':
      return said.parse(JSON.parse(outcome.answer.toString('utf8')))
    case 'starved':
      throw busy()
    case 'time':
      return { refusal: 'This file takes too long to open. Save it in a simpler form.' }
    case 'memory':
    case 'answer':
      return { refusal: 'This file needs too much memory to open. Save it in a simpler form.' }
    case 'failed':
      onTrouble(outcome.detail)
      return { refusal: 'This file cannot be opened. Save a new copy and try again.' }
  }
}
