import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Access, Endpoint } from '../../contract/endpoint.ts'
import type { Page } from '../../contract/paging.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { StaffCaller } from './caller.ts'
import { mount, type Input } from './mount.ts'

/** What a list is asked: its parsed filters and place, and by whom. Nothing else of a request. */
type Asked<P, Q, A extends Access> = Pick<
  Input<P, Q, z.ZodUndefined, A>,
  'params' | 'query' | 'caller'
>

type AskedLoosely = { params: unknown; query: unknown; caller: StaffCaller }

/** A page of a list as its endpoint would answer it, read from `db`: the same handler, the same schemas. */
export type ReadList = (db: Db, asked: AskedLoosely) => Promise<Page<unknown>>

declare module 'fastify' {
  interface FastifyInstance {
    /** Every list that is mounted, by its endpoint, for those who read more than one page. */
    lists: Map<Endpoint, ReadList>
  }
}

const anyPage = z.object({
  items: z.array(z.unknown()),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  count: z.number().nullable(),
})

/**
 * Mounts a list and keeps its handler, so that a file of the list is read by what feeds its pages:
 * filters, masks and what a role may see are then the same by construction. The handler reads from
 * the `db` that it is given, which for a file is one moment of the database.
 */
export function mountList<
  P extends z.ZodType,
  Q extends z.ZodType,
  R extends z.ZodType,
  A extends Access,
>(
  app: FastifyInstance,
  context: Context,
  endpoint: Endpoint<P, Q, z.ZodUndefined, R, A>,
  handler: (reading: Context, asked: Asked<P, Q, A>) => Promise<z.input<R>>,
): void {
  mount(app, endpoint, (input) => handler(context, input) as never)
  app.lists.set(endpoint, async (db, asked) => {
    // The caller of the service has parsed these with the endpoint's schemas.
    const answer = await handler({ ...context, db }, asked as Asked<P, Q, A>)
    return anyPage.parse(endpoint.response.parse(answer))
  })
}
