import { afterAll, expect, test, vi } from 'vitest'
import type { ListColumn } from '../contract/list-column.ts'
import { LIST_FILES } from '../contract/list-files.ts'
import * as labels from '../contract/list-labels.ts'
import { LIST_TITLES, type ListName } from '../contract/lists.ts'
import { BANNER_LOOKS } from './features/banners/state-tag.tsx'
import { BATCH_LOOKS } from './features/batches/batch-status.tsx'
import { BATCH_COLUMNS } from './features/batches/batches-list.tsx'
import { CHARGE_COLUMNS } from './features/charges/charges-list.tsx'
import { CHARGE_LOOKS, RULE_LOOKS } from './features/charges/rule-words.tsx'
import { RULE_COLUMNS } from './features/charges/rules-list.tsx'
import { DISPUTE_LOOKS, OUTCOME_NAMES } from './features/disputes/dispute-words.tsx'
import { DISPUTE_COLUMNS } from './features/disputes/disputes-list.tsx'
import { STANDING_LOOKS as DISTRIBUTOR_LOOKS } from './features/distributors/distributor-words.tsx'
import { DISTRIBUTOR_COLUMNS } from './features/distributors/distributors-list.tsx'
import { ENQUIRY_COLUMNS } from './features/enquiries/enquiries-list.tsx'
import { STATE_LOOKS as ENQUIRY_LOOKS } from './features/enquiries/enquiry-words.tsx'
import { HISTORY_COLUMNS } from './features/kyc/history-list.tsx'
import {
  ACTION_LOOKS,
  DECISION_LOOKS,
  STATE_LOOKS as KYC_LOOKS,
} from './features/kyc/kyc-words.tsx'
import { LOG_COLUMNS } from './features/kyc/logs-list.tsx'
import { QUEUE_COLUMNS } from './features/kyc/queue-list.tsx'
import { KIND_WORDS as MEDIA_WORDS } from './features/media/media-list.ts'
import { DELIVERY_COLUMNS } from './features/notifications/deliveries-list.tsx'
import {
  CHANNEL_NAMES,
  STATE_LOOKS as MESSAGE_LOOKS,
  WEBHOOK_LOOKS,
} from './features/notifications/message-words.tsx'
import { MESSAGE_COLUMNS } from './features/notifications/messages-list.tsx'
import { OFFER_COLUMNS } from './features/offers/offers-list.tsx'
import { ERROR_COLUMNS } from './features/onboarding/error-list.tsx'
import { UPLOAD_LOOKS } from './features/onboarding/upload-looks.tsx'
import { UPLOAD_COLUMNS } from './features/onboarding/uploads-list.tsx'
import { EVERYTHING, SIDES } from './features/parcels/parcels-list.tsx'
import {
  COMPLETE_COLUMNS,
  FAILED_COLUMNS,
  PENDING_COLUMNS,
} from './features/payments/payment-columns.tsx'
import { PLANT_COLUMNS } from './features/plants/plants-list.tsx'
import { GROUP_COLUMNS } from './features/product-groups/groups-list.tsx'
import { PRODUCT_COLUMNS } from './features/products/products-list.tsx'
import { TERRITORY_COLUMNS } from './features/territories/territories-list.tsx'
import { POINTS_COLUMNS } from './features/points/points-list.tsx'
import { KIND_LOOKS as TRANSFER_LOOKS } from './features/points/transfer-words.tsx'
import { KIND_LOOKS as REDEMPTION_LOOKS } from './features/redemptions/redemption-words.tsx'
import { REDEMPTION_COLUMNS } from './features/redemptions/redemptions-list.tsx'
import { RESULT_LOOKS, REVIEW_LOOKS } from './features/scans/scan-words.tsx'
import { SCAN_COLUMNS } from './features/scans/scans-list.tsx'
import { KIND_WORDS as SCHEME_WORDS, SCHEME_LOOKS } from './features/schemes/scheme-words.tsx'
import { SCHEME_COLUMNS } from './features/schemes/schemes-list.tsx'
import { ACCESS_COLUMNS } from './features/staff/access-list.tsx'
import { ACTIVITY_COLUMNS } from './features/staff/activity-list.tsx'
import { PEOPLE_COLUMNS } from './features/staff/people-list.tsx'
import { STANDING_LOOKS as MEMBER_LOOKS } from './features/users/user-words.tsx'
import { USER_COLUMNS } from './features/users/users-list.tsx'
import { STANDING_LOOKS as WORKER_LOOKS } from './features/workers/worker-words.tsx'
import { WORKER_COLUMNS } from './features/workers/workers-list.tsx'

// Some modules of pages listen to the window as soon as they are there.
vi.hoisted(() => vi.stubGlobal('window', new EventTarget()))
afterAll(() => void vi.unstubAllGlobals())

type PageColumn = { key: string; header: string }

/** The columns of each list's page; the gallery shows pictures and has none. */
const PAGES: Record<ListName, readonly PageColumn[] | null> = {
  users: USER_COLUMNS,
  scans: SCAN_COLUMNS,
  transfers: POINTS_COLUMNS,
  batches: BATCH_COLUMNS,
  redemptions: REDEMPTION_COLUMNS,
  'payments-pending': PENDING_COLUMNS,
  'payments-complete': COMPLETE_COLUMNS,
  'payments-failed': FAILED_COLUMNS,
  parcels: [...SIDES, EVERYTHING].flatMap(({ columns }): readonly PageColumn[] => columns),
  schemes: SCHEME_COLUMNS,
  'charge-rules': RULE_COLUMNS,
  charges: CHARGE_COLUMNS,
  'kyc-queue': QUEUE_COLUMNS,
  'kyc-history': HISTORY_COLUMNS,
  'kyc-logs': LOG_COLUMNS,
  enquiries: ENQUIRY_COLUMNS,
  disputes: DISPUTE_COLUMNS,
  workers: WORKER_COLUMNS,
  distributors: DISTRIBUTOR_COLUMNS,
  plants: PLANT_COLUMNS,
  products: PRODUCT_COLUMNS,
  'product-groups': GROUP_COLUMNS,
  territories: TERRITORY_COLUMNS,
  'onboarding-uploads': UPLOAD_COLUMNS,
  'onboarding-errors': ERROR_COLUMNS,
  media: null,
  offers: OFFER_COLUMNS,
  notifications: MESSAGE_COLUMNS,
  'notification-deliveries': DELIVERY_COLUMNS,
  staff: PEOPLE_COLUMNS,
  accounts: PEOPLE_COLUMNS,
  activity: ACTIVITY_COLUMNS,
  'data-access': ACCESS_COLUMNS,
}

/** Any row: each of its fields holds its own name. */
const anyRow = new Proxy<Record<string, string>>({}, { get: (_, field) => String(field) })

type Source = { name: ListName; rowId: (row: unknown) => string }

const TEXTS = import.meta.glob<string>('./features/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const MODULES = import.meta.glob<Record<string, Source>>('./features/**/*.{ts,tsx}')

/** The sources of lists that the pages declare, found in their text. */
async function sourcesOfPages(): Promise<Source[]> {
  const found = Object.entries(TEXTS).flatMap(([file, text]) =>
    [...text.matchAll(/export const (\w+): ListSource</g)].map(
      async ([, source = '']) => (await MODULES[file]?.())?.[source],
    ),
  )
  return (await Promise.all(found)).filter((source) => source !== undefined)
}

test('every list of the pages is one of the contract, and names its rows as its file does', async () => {
  const sources = await sourcesOfPages()
  expect(sources.map(({ name }) => name).toSorted()).toEqual(Object.keys(LIST_TITLES).toSorted())
  for (const { name, rowId } of sources) {
    const id: (row: never) => string = LIST_FILES[name].id
    expect([name, id(anyRow as never)]).toEqual([name, rowId(anyRow)])
  }
})

const fileOf = (name: string): readonly ListColumn<never>[] => LIST_FILES[name as ListName].columns

test.each(Object.keys(PAGES))('%s names each of its columns once', (name) => {
  const keys = fileOf(name).map(({ key }) => key)
  expect(keys).toEqual([...new Set(keys)])
})

const tables = Object.entries(PAGES).flatMap(([name, columns]) =>
  columns ? [[name, columns] as const] : [],
)
test.each(tables)(
  '%s has the columns of its page in its file, under the same headers',
  (name, columns) => {
    const shown = new Map(columns.map(({ key, header }) => [key, header]))
    expect(
      fileOf(name)
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual([...shown.keys()].toSorted())
    // A file may say more where a page says it by the form of the cell: "Waits for, since".
    for (const { key, header } of fileOf(name)) {
      expect(header === shown.get(key) || header.startsWith(`${shown.get(key)}, `), key).toBe(true)
    }
  },
)

const labelsOf = (looks: Readonly<Record<string, { label: string }>>): Record<string, string> =>
  Object.fromEntries(Object.entries(looks).map(([key, { label }]) => [key, label]))

test.each([
  ['results', labels.SCAN_RESULT_NAMES, labelsOf(RESULT_LOOKS)],
  ['reviews', labels.REVIEW_NAMES, labelsOf(REVIEW_LOOKS)],
  ['transfers', labels.TRANSFER_NAMES, labelsOf(TRANSFER_LOOKS)],
  ['batches', labels.BATCH_NAMES, labelsOf(BATCH_LOOKS)],
  ['schemes', labels.SCHEME_STATUS_NAMES, labelsOf(SCHEME_LOOKS)],
  ['kinds of schemes', labels.SCHEME_KIND_NAMES, labelsOf(SCHEME_WORDS)],
  ['rules', labels.RULE_NAMES, labelsOf(RULE_LOOKS)],
  ['charges', labels.CHARGE_NAMES, labelsOf(CHARGE_LOOKS)],
  ['redemptions', labels.REDEMPTION_KIND_NAMES, labelsOf(REDEMPTION_LOOKS)],
  ['KYC', labels.KYC_STATE_NAMES, labelsOf(KYC_LOOKS)],
  ['KYC decisions', labels.KYC_DECISION_NAMES, labelsOf(DECISION_LOOKS)],
  ['KYC events', labels.KYC_ACTION_NAMES, labelsOf(ACTION_LOOKS)],
  ['enquiries', labels.ENQUIRY_NAMES, labelsOf(ENQUIRY_LOOKS)],
  ['disputes', labels.DISPUTE_NAMES, labelsOf(DISPUTE_LOOKS)],
  ['outcomes', labels.OUTCOME_NAMES, OUTCOME_NAMES],
  ['members', labels.MEMBER_STANDING_NAMES, labelsOf(MEMBER_LOOKS)],
  ['workers', labels.STANDING_NAMES, labelsOf(WORKER_LOOKS)],
  ['distributors', labels.STANDING_NAMES, labelsOf(DISTRIBUTOR_LOOKS)],
  ['uploads', labels.UPLOAD_NAMES, labelsOf(UPLOAD_LOOKS)],
  [
    'media',
    labels.MEDIA_NAMES,
    Object.fromEntries(Object.entries(MEDIA_WORDS).map(([key, [one]]) => [key, one])),
  ],
  ['banners', labels.BANNER_NAMES, labelsOf(BANNER_LOOKS)],
  ['messages', labels.NOTIFICATION_NAMES, labelsOf(MESSAGE_LOOKS)],
  ['channels', labels.CHANNEL_NAMES, CHANNEL_NAMES],
  ['deliveries', labels.DELIVERY_NAMES, labelsOf(WEBHOOK_LOOKS)],
])('the states of %s are called in a file what the pages call them', (_, inFile, onPage) => {
  expect(inFile).toEqual(onPage)
})
