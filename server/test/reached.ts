import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyReply } from 'fastify'

// In a whole run of the tests: a folder for the operations that answered 2xx, a file for each process.
const FOLDER = process.env.OPERATIONS_REACHED
// Not the process' number: the system gives it again, and the later file would take the earlier's place.
const NAME = `${randomUUID()}.json`
const reached = new Set<string>()

type Handled = { reply: FastifyReply; route: { method: string; url: string } }

/** Remembers each operation of a server in this process that succeeded. Fastify tells of its handlers. */
function remember(message: unknown): void {
  const { reply, route } = message as Handled
  reply.raw.once('finish', () => {
    if (reply.statusCode < 300) reached.add(`${route.method} ${route.url}`)
  })
}

if (FOLDER) subscribe('tracing:fastify.request.handler:start', remember)

/** Writes down what was reached until now; nothing outside a whole run. */
export function writeReached(): void {
  if (!FOLDER) return
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(path.join(FOLDER, NAME), JSON.stringify([...reached]))
}
