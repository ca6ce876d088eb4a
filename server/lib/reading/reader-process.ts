// A process that reads text in pictures: it holds the trained data, and is killed when it takes too long.
import { fileURLToPath } from 'node:url'
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import { z } from 'zod'
import { linesOf, type Box } from './lines.ts'
import type { Answer, Question } from './protocol.ts'

/** Up to here a picture is read as a whole; reading takes a time for each line. */
const FEW_LINES = 16
/** Below this, in hundredths, what was read is guesswork: perhaps the picture is upside down. */
const GUESSWORK = 60
const MARGIN = 4

const question = z.object({ id: z.number(), png: z.instanceof(Uint8Array), cpuMs: z.number() })

/** The trained data lies in its package: nothing is fetched, and nothing is written. */
const DATA = fileURLToPath(
  new URL('4.0.0_best_int', import.meta.resolve('@tesseract.js-data/eng/package.json')),
)

/** Processor time of this process and its threads so far. */
function spentMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

type Text = Pick<Answer, 'text' | 'complete'>

async function read(worker: Worker, { png, cpuMs }: Question): Promise<Text> {
  const endsAt = spentMs() + cpuMs
  const picture = Buffer.from(png)
  const layout = await worker.recognize(picture, {}, { text: false, layoutBlocks: true })
  const lines = linesOf(layout.data)
  if (lines.length > FEW_LINES) return readLines(worker, picture, lines, endsAt)
  const whole = await worker.recognize(picture, {}, { text: true })
  if (whole.data.confidence >= GUESSWORK || spentMs() > endsAt) {
    return { text: whole.data.text, complete: true }
  }
  const turned = await worker.recognize(picture, { rotateRadians: Math.PI }, { text: true })
  return { text: `${whole.data.text}\n${turned.data.text}`, complete: true }
}

/** The largest letters first: what matters on a letter or a card is not in its small print. */
async function readLines(
  worker: Worker,
  picture: Buffer,
  lines: readonly Box[],
  endsAt: number,
): Promise<Text> {
  const texts: string[] = []
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE })
  for (const { x0, y0, x1, y1 } of lines) {
    if (spentMs() > endsAt) break
    const rectangle = {
      left: Math.max(0, x0 - MARGIN),
      top: Math.max(0, y0 - MARGIN),
      width: x1 - x0 + 2 * MARGIN,
      height: y1 - y0 + 2 * MARGIN,
    }
    const { data } = await worker.recognize(picture, { rectangle }, { text: true })
    texts.push(data.text)
  }
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO })
  return { text: texts.join('\n'), complete: texts.length === lines.length }
}

const worker = await createWorker('eng', OEM.LSTM_ONLY, { langPath: DATA, cacheMethod: 'none' })
await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO })
const answer = (said: Answer) => process.send?.(said)
answer({ id: 0, text: '', complete: true, cpuMs: 0 })
process.on('message', (message) => {
  const asked = question.parse(message)
  const before = spentMs()
  read(worker, asked).then(
    (text) => answer({ id: asked.id, ...text, cpuMs: spentMs() - before }),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
