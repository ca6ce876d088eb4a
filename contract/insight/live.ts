import { z } from 'zod'
import { defineEndpoint, file, signedIn } from '../endpoint.ts'
import type { ListName } from '../lists.ts'

/** What a stream may say has changed; it never says what, so that pages ask again for what they may see. */
export const WORK_TOPICS = [
  'kyc',
  'redemptions',
  'payments',
  'enquiries',
  'disputes',
  'batches',
  'parcels',
  'scans',
  'schemes',
  'onboarding',
  /** Any figure of a dashboard; told every few seconds at most. */
  'figures',
] as const
export const workTopic = z.enum(WORK_TOPICS)
export type WorkTopic = z.infer<typeof workTopic>

/** The topic of each list whose head is worth another preferences when it changed. */
export const TOPIC_OF_LIST: { readonly [name in ListName]?: WorkTopic } = {
  scans: 'scans',
  transfers: 'scans',
  batches: 'batches',
  redemptions: 'redemptions',
  'payments-pending': 'payments',
  'payments-complete': 'payments',
  'payments-failed': 'payments',
  parcels: 'parcels',
  schemes: 'schemes',
  'kyc-queue': 'kyc',
  'kyc-history': 'kyc',
  'kyc-logs': 'kyc',
  enquiries: 'enquiries',
  disputes: 'disputes',
  'onboarding-uploads': 'onboarding',
  'onboarding-errors': 'onboarding',
}

/** The page whose roles are sent scans. */
export const SCANS_PAGE = '/dashboard/QrScanHistories'

/**
 * The events of the stream and what each carries as JSON:
 * - `ready`: the stream follows from here on; what is older is asked for elsewhere
 * - `scans`: rows of the list of scans, the oldest first; one that is known already has changed since
 * - `reset`: more came than is sent one by one: ask for the newest rows again
 * - `notice`: how many notices to me are unread · `work`: topics
 * - `bye`: this process stops; connect again after `retry` · `end`: the session has ended or changed
 */
export const LIVE_EVENTS = ['ready', 'scans', 'reset', 'notice', 'work', 'bye', 'end'] as const
export type LiveEvent = (typeof LIVE_EVENTS)[number]

export const live = defineEndpoint({
  method: 'GET',
  path: '/api/admin/live',
  access: signedIn,
  tag: 'Live',
  summary:
    'What happens now, as server-sent events; after a gap of up to ten minutes continued behind Last-Event-ID',
  response: file('text/event-stream'),
})
