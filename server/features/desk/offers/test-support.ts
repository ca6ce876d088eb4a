import { randomBytes } from 'node:crypto'
import type { MediaKind } from '../../../../contract/platform/media.ts'
import type { TestServer } from '../../../test/server.ts'

export type Staff = { token: string; staffId: number }
const DAY_MS = 86_400_000

/** What `{}` becomes: an audience that narrows nothing. */
export const EVERYBODY = {
  kinds: [],
  states: [],
  distributorIds: [],
  kycStates: [],
  languages: [],
  activity: null,
}

/** The moment some days from now, as JSON carries it. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

const fileName = () => `${randomBytes(9).toString('hex')}.webp`
const sizes = () => [
  { name: fileName(), width: 320, height: 180 },
  { name: fileName(), width: 720, height: 405 },
]

export type Item = { mediaId: number; pictures: { url: string; width: number }[][]; video: string }

/** An item of the gallery, its files never opened: of a document so many pages. */
export async function makeMedia(
  server: TestServer,
  kind: MediaKind = 'image',
  pages = kind === 'document' ? 3 : 1,
): Promise<Item> {
  const { staffId } = await server.staff('marketing')
  const files = {
    pages: Array.from({ length: pages }, sizes),
    video:
      kind === 'video'
        ? { name: `${randomBytes(9).toString('hex')}.mp4`, type: 'video/mp4' }
        : null,
  }
  const { mediaId } = await server.db
    .insertInto('media')
    .values({
      kind,
      title: `A ${kind}`,
      width: 1280,
      height: 720,
      bytes: 90_000,
      duration_ms: kind === 'video' ? 9_000 : null,
      files: JSON.stringify(files),
      added_by: staffId,
      added_at: new Date(),
      replaced_at: null,
    })
    .returning('media_id as mediaId')
    .executeTakeFirstOrThrow()
  const pictures = files.pages.map((page) =>
    page.map(({ name, ...size }) => ({ url: `/api/media/${name}`, ...size })),
  )
  return { mediaId, pictures, video: `/api/media/${files.video?.name}` }
}

/** The audit rows of a thing, in their order. */
export async function trailOf({ db }: TestServer, subject: string, id: string | number) {
  return db
    .selectFrom('audit')
    .select(['action', 'staff_id as staffId', 'before', 'after', 'reason'])
    .where('subject', '=', subject)
    .where('subject_id', '=', String(id))
    .orderBy('seq')
    .execute()
}
