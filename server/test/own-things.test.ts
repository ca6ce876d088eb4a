import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookUpPincode } from '../../contract/people/addresses.ts'
import { ENDPOINTS } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import * as media from '../../contract/platform/media.ts'
import { endMySession, myAccount } from '../../contract/platform/my-account.ts'
import { removePasskey } from '../../contract/platform/passkeys.ts'
import * as jobs from '../../contract/insight/report-jobs.ts'
import * as views from '../../contract/platform/views.ts'
import { begin, claimOf } from '../features/platform/media/test-support.ts'
import { makeReport } from '../features/insight/reports/make-report.service.ts'
import { expectHidden, nameOf, type Asking } from './owned.ts'
import { signedIn, withPassword } from './refused-callers.ts'
import { testServer, type TestServer } from './server.ts'

// What one member of staff keeps, another of the same role neither sees nor touches.

type Named = {
  sessionId: string
  passkeyId: string
  viewId: number
  version: number
  jobId: string
  uploadId: string
  droppedId: string
}
const NOTHING: Named = {
  sessionId: 'f'.repeat(32),
  passkeyId: 'f'.repeat(32),
  viewId: 2_000_000_000,
  version: 1,
  jobId: randomUUID(),
  uploadId: randomUUID(),
  droppedId: randomUUID(),
}
type Sample = {
  endpoint: Endpoint
  sent: (named: Named) => Omit<Asking, 'token'>
  /** What the owner is answered, where it is not 200. */
  own?: number
}
const FILE = Buffer.from('no picture at all')

/** In an order in which each finds its thing. */
const SAMPLES: readonly Sample[] = [
  { endpoint: endMySession, sent: ({ sessionId }) => ({ params: { sessionId } }) },
  { endpoint: removePasskey, sent: ({ passkeyId }) => ({ params: { passkeyId } }) },
  {
    endpoint: views.changeView,
    sent: ({ viewId, version }) => ({ params: { viewId }, body: { version, name: 'Other' } }),
  },
  { endpoint: views.deleteView, sent: ({ viewId }) => ({ params: { viewId } }) },
  { endpoint: jobs.takePreparedReport, sent: ({ jobId }) => ({ params: { jobId } }) },
  { endpoint: jobs.dropPreparedReport, sent: ({ jobId }) => ({ params: { jobId } }) },
  { endpoint: media.getMediaUpload, sent: ({ uploadId }) => ({ params: { uploadId } }) },
  {
    endpoint: media.sendMediaPiece,
    sent: ({ uploadId }) => ({
      params: { uploadId, number: 0 },
      body: FILE.toString(),
      headers: { 'content-type': 'application/octet-stream' },
    }),
  },
  {
    endpoint: media.finishMediaUpload,
    sent: ({ uploadId }) => ({ params: { uploadId }, body: { title: 'A title', tags: [] } }),
    // It is the owner's, and what arrived is no picture.
    own: 415,
  },
  {
    endpoint: media.dropMediaUpload,
    sent: ({ droppedId }) => ({ params: { uploadId: droppedId } }),
  },
]

/** Their own by what they are: sessions, passkeys, views, prepared reports, uploads under way. */
const OWN = /\/my\/.*:|\/views\/:|\/report-jobs\/:|\/media-uploads\/:/

let server: TestServer
let owner: string
let stranger: string
let named: Named

beforeAll(async () => {
  server = await testServer({ ROLE: 'web' })
  const { email, staffId } = await withPassword(server, 'admin')
  const elsewhere = await signedIn(server, email)
  owner = await signedIn(server, email)
  stranger = (await server.staff('admin')).token
  const view = await server.call(views.saveView, {
    token: owner,
    body: { list: 'scans', name: 'Held ones', sharedWith: ['admin'], filters: {}, preferences: {} },
  })
  const job = await server.call(jobs.prepareReport, {
    token: owner,
    body: { reportType: 'scans' },
  })
  await makeReport(server.context, job.body.jobId, new AbortController().signal)
  const upload = await begin(server, owner, claimOf(FILE))
  const dropped = await begin(server, owner, claimOf(Buffer.from('another')))
  await server.db
    .insertInto('passkey')
    .values({
      credential_id: randomBytes(32),
      staff_id: staffId,
      public_key: randomBytes(77),
      counter: '0',
      transports: [],
      user_agent: null,
      created_at: new Date(),
      used_at: null,
    })
    .execute()
  const account = await server.call(myAccount, { token: elsewhere })
  named = {
    sessionId: account.body.sessions.find(({ current }) => current)?.sessionId ?? '',
    passkeyId: account.body.passkeys[0]?.passkeyId ?? '',
    viewId: view.body.viewId,
    version: view.body.version,
    jobId: job.body.jobId,
    uploadId: upload.body.uploadId,
    droppedId: dropped.body.uploadId,
  }
})
afterAll(() => server.stop())

test('every operation that names a thing of one’s own is tried', () => {
  const tried = new Set(SAMPLES.map(({ endpoint }) => endpoint))
  const own = ENDPOINTS.filter(({ access, path }) => access.kind !== 'member' && OWN.test(path))
  expect(own.filter((endpoint) => !tried.has(endpoint)).map(nameOf)).toEqual([])
  const named = ENDPOINTS.filter(({ access, path }) => access.kind === 'staff' && /:/.test(path))
  const others = named.filter((endpoint) => !tried.has(endpoint))
  // The preferences of a list are kept for whoever asks: its name is the list's. A PIN code is nobody's own.
  expect(others.map(nameOf).toSorted()).toEqual(
    [views.setListPreferences, lookUpPincode].map(nameOf).toSorted(),
  )
})

test.each(SAMPLES.map((sample) => [nameOf(sample.endpoint), sample] as const))(
  '%s: another’s is as if it were not there',
  async (_, { endpoint, sent, own }) => {
    await expect(
      expectHidden(server, endpoint, {
        stranger: { token: stranger, ...sent(named) },
        nothing: { token: stranger, ...sent(NOTHING) },
        owner: { token: owner, ...sent(named) },
        refusal: 404,
        ...(own !== undefined && { own }),
      }),
    ).resolves.toBeUndefined()
  },
)
