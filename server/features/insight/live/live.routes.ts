import type { FastifyInstance, FastifyRequest } from 'fastify'
import { live } from '../../../../contract/insight/live.ts'
import type { Context } from '../../../context.ts'
import { mount, type FileAnswer } from '../../../http/mount.ts'
import type { Seen } from '../../programme/scans/index.ts'
import { LiveHub } from './hub.ts'
import { readPlace } from './place.ts'

const STREAM = { name: 'live', type: 'text/event-stream; charset=utf-8', live: true } as const

export function liveRoutes(app: FastifyInstance, context: Context): void {
  const hub = new LiveHub(context)
  // Before the server waits for its answers to end: these never would.
  app.addHook('preClose', async () => hub.stop())
  mount(app, live, async ({ caller, request }): Promise<FileAnswer> => ({
    ...STREAM,
    stream: hub.join(caller, placeOf(request)),
  }))
}

/** How far a client says that it came before; null where it begins. */
function placeOf({ headers }: FastifyRequest): Seen | 'unknown' | null {
  const last = headers['last-event-id']
  return typeof last === 'string' ? (readPlace(last, Date.now()) ?? 'unknown') : null
}
