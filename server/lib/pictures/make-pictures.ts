import { fileURLToPath } from 'node:url'
import { AppError } from '../app-error.ts'
import { takingTurns } from '../turns.ts'
import type { Picture } from './frames.ts'
import { KINDS, kindOf, type Kind } from './kinds.ts'
import { runOnce, type Outcome } from './run-once.ts'
import { unpackFrames } from './unpack-frames.ts'

const PROGRAM = fileURLToPath(new URL('./picture-process.ts', import.meta.url))
const LOGO_PROGRAM = fileURLToPath(new URL('./logo-process.ts', import.meta.url))
const LIMITS = { ms: 4_500, memory: 180 * 1024 * 1024, answer: 64 * 1024 * 1024 }

const busy = () =>
  new AppError('unavailable', 'Many files are being opened. Try again in a few seconds.', {
    retryAfterSeconds: 5,
  })
const inTurn = takingTurns({ atOnce: 2, waiting: 8, full: busy })

type File = { bytes: Buffer; type: string }
type OnTrouble = (detail: string) => void

/**
 * Makes pictures of a file: one of a JPEG, PNG or WebP, one per page of a PDF. Each file is decoded in
 * a process of its own, two at a time. A file that is not what it says, is damaged, too large, or
 * takes nearly five seconds is refused in words. `onTrouble` is told when the process itself
 * failed, which may be the file's fault or the machine's.
 */
export async function makePictures(file: File, onTrouble: OnTrouble): Promise<Picture[]> {
  return picturesBy(PROGRAM, file, onTrouble)
}

/** Makes a small PNG of a JPEG, PNG or WebP, in the same way. */
export async function makeLogo(file: File, onTrouble: OnTrouble): Promise<Buffer> {
  const [picture] = await picturesBy(LOGO_PROGRAM, file, onTrouble)
  if (!picture) throw new Error('A logo was opened and no picture was made.')
  return picture.webp
}

async function picturesBy(
  program: string,
  { bytes, type }: File,
  onTrouble: OnTrouble,
): Promise<Picture[]> {
  checkKind(bytes, type)
  const outcome = await inTurn(() => runOnce(program, [type], bytes, LIMITS))
  const frames = framesOf(outcome, onTrouble)
  if ('refusal' in frames) throw new AppError('invalid', frames.refusal)
  return frames.pages
}

function checkKind(bytes: Buffer, type: string): void {
  if (bytes.length === 0) throw new AppError('invalid', 'The file is empty.')
  const found = kindOf(bytes)
  if (found === type) return
  const claimed = type in KINDS ? `a ${KINDS[type as Kind]}` : type
  throw new AppError(
    'unsupported',
    found
      ? `This file says it is ${claimed}, but it is a ${KINDS[found]}.`
      : `This file says it is ${claimed}, but it is not.`,
  )
}

function framesOf(
  outcome: Outcome,
  onTrouble: (detail: string) => void,
): ReturnType<typeof unpackFrames> {
  switch (outcome.end) {
    case 'answered':
      return unpackFrames(outcome.answer)
    case 'starved':
      throw busy()
    case 'time':
      return { refusal: 'This file takes too long to open. Save it in a simpler form.' }
    case 'memory':
    case 'answer':
      return { refusal: 'This file needs too much memory to open. Save it in a simpler form.' }
    case 'failed':
      onTrouble(outcome.detail)
      return { refusal: 'This file cannot be opened. Save it again, or upload a picture of it.' }
  }
}
