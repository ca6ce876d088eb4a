import { CHECKLIST, type Checklist } from '../../../../contract/people/setup.ts'
import type { Context } from '../../../context.ts'
import * as queries from './checklist.queries.ts'

/**
 * What is still to do until the programme can run. Once all is done that is stored, and a database that
 * has grown is not asked again. The demo is set up.
 */
export async function getChecklist({
  config,
  db,
  now,
}: Pick<Context, 'config' | 'db' | 'now'>): Promise<Checklist> {
  const all = CHECKLIST.map((key) => ({ key, done: true }))
  if (config.demo || (await queries.isStoredDone(db))) return { done: true, items: all }
  const there = await queries.whatIsThere(db)
  const items = CHECKLIST.map((key) => ({ key, done: there[key] }))
  const done = items.every((item) => item.done)
  if (done) await queries.storeDone(db, now())
  return { done, items }
}
