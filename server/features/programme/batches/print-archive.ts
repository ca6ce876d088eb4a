import { Readable } from 'node:stream'
import { TransformStream } from 'node:stream/web'
import { setImmediate as turn } from 'node:timers/promises'
import { ZipWriter } from '@zip.js/zip.js'
import type { PrintFormat } from '../../../../contract/programme/batch-print.ts'
import { ALPHABET } from '../../../../contract/programme/code.ts'

export const ZIP_TYPE = 'application/zip'

const LETTERS = 20
const GROUP = 5
/** AES with a key of 256 bits. */
const AES_256 = 3
/** The others are packed already. */
const PACKED: ReadonlySet<PrintFormat> = new Set(['csv', 'zpl'])
const FAST = 1

/** A password that nobody chose: a hundred random bits, in groups that can be read over a telephone. */
export function newPassword(random: (bytes: number) => Buffer): string {
  const letters = [...random(LETTERS)].map((byte) => ALPHABET.charAt(byte & 31)).join('')
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? letters
}

type Plain = { stream: Readable; name: string }

/** Packing and locking run in this thread: after each piece everybody else has a turn. */
function inTurns(stream: Readable): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array, unknown> = stream[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const next = await pieces.next()
      await turn()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: () => void stream.destroy(),
  })
}

/** The file in a zip that only the password opens, made while it is read. */
export function locked(
  { stream, name }: Plain,
  { format, password }: { format: PrintFormat; password: string },
): Readable {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const zip = new ZipWriter(writable, {
    password,
    encryptionStrength: AES_256,
    level: PACKED.has(format) ? FAST : 0,
    useWebWorkers: false,
  })
  const archive = Readable.fromWeb(readable)
  const written = zip.add(name, inTurns(stream)).then(() => zip.close())
  written.catch((error: unknown) => {
    stream.destroy()
    archive.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return archive
}
