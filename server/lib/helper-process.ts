import { realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Helper processes do what may go wrong badly: they decode what strangers sent, or hold much memory.
 * They get no setting of ours, their JavaScript may read packages and `server/lib` only, and they can
 * be ended at any moment, which a thread inside native code cannot.
 */
export const HELPER_ENVIRONMENT = {
  // libvips must never put a large picture in a temporary file.
  VIPS_DISC_THRESHOLD: '64g',
  // With an arena for each thread, glibc keeps twice the memory that is in use.
  MALLOC_ARENA_MAX: '1',
}

const ROOT = path.join(import.meta.dirname, '../..')
/** Not the whole folder: the key and the database of the demo lie below it. */
const READABLE = ['package.json', 'node_modules', 'server/lib']

/** `folder`: one more that it may read and write, with nothing in it but what it works on. */
export type HelperNeeds = { heapMb: number; folder?: string | undefined }

/** The arguments of Node for a helper: what it may read, and the memory of its JavaScript. */
export function helperArguments({ heapMb, folder }: HelperNeeds): string[] {
  return [
    '--permission',
    '--allow-addons',
    ...READABLE.flatMap(readable).map((place) => `--allow-fs-read=${place}`),
    ...(folder ? [`--allow-fs-read=${folder}`, `--allow-fs-write=${folder}`] : []),
    '--disable-warning=SecurityWarning',
    `--max-old-space-size=${heapMb}`,
    '--expose-gc',
  ]
}

/** A place by its name and, where that is a link, by where it leads: Node asks for both. */
function readable(place: string): string[] {
  const named = path.join(ROOT, place)
  return [...new Set([named, realpathSync(named)])]
}

const HERTZ = 100

/** Processor time of a process so far, in milliseconds; null where the system does not tell. */
export async function processorTime(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The name of the program, in brackets, may hold anything; times are the 12th and 13th after it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / HERTZ
}

const POLL_EVERY_MS = 50
const PAGE = 4096

/**
 * Calls `exceeded` once when a process holds more memory of its own than `bytes`. Only where Linux
 * tells of it; elsewhere the limits inside the helper stand alone. Ends with what is given back.
 */
export function watchMemory(pid: number, bytes: number, exceeded: () => void): () => void {
  const timer = setInterval(() => {
    readFile(`/proc/${pid}/statm`, 'utf8').then(
      (text) => {
        const [, resident = 0, shared = 0] = text.split(' ').map(Number)
        if ((resident - shared) * PAGE <= bytes) return
        clearInterval(timer)
        exceeded()
      },
      () => clearInterval(timer),
    )
  }, POLL_EVERY_MS)
  return () => clearInterval(timer)
}
