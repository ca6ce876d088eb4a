import { PROGRAMME } from '../../../../contract/menu.ts'
import type { OnboardingKind, Upload } from '../../../../contract/people/onboarding.ts'
import { formatAmount, formatNumber } from '../../../lib/format.ts'

type KindWords = {
  one: string
  many: string
  /** Where files of this kind are sent. */
  sendPath: string
  /** Where what was created stands. */
  listPath: string
  listLabel: string
  /** The section of those pages, where they have several. */
  section?: Readonly<Record<string, string>>
  /** What the address of a file says beside its number. */
  fileSearch: Readonly<Record<string, string>>
}
export const KIND_WORDS: Record<OnboardingKind, KindWords> = {
  workers: {
    one: 'worker',
    many: 'workers',
    sendPath: '/dashboard/worker-onboard',
    listPath: '/dashboard/workerlist',
    listLabel: 'Worker list',
    fileSearch: { show: 'file' },
  },
  distributors: {
    one: 'distributor',
    many: 'distributors',
    sendPath: '/dashboard/distributor-onboard',
    listPath: '/dashboard/distributor-onboard',
    listLabel: 'Distributors',
    fileSearch: { show: 'file' },
  },
  products: {
    one: 'product',
    many: 'products',
    sendPath: PROGRAMME,
    listPath: PROGRAMME,
    listLabel: 'Products',
    section: { show: 'products' },
    fileSearch: { show: 'products', by: 'file' },
  },
  members: {
    one: 'member',
    many: 'members',
    sendPath: '/dashboard/users',
    listPath: '/dashboard/users',
    listLabel: 'All Users',
    fileSearch: { show: 'file' },
  },
  points: {
    one: 'member',
    many: 'points',
    sendPath: '/dashboard/users',
    listPath: '/dashboard/users',
    listLabel: 'All Users',
    fileSearch: { show: 'file-of-points' },
  },
}
/** The search of the page where a file was sent that shows the file. */
export const uploadSearchOf = (kind: OnboardingKind, uploadId: string) => ({
  ...KIND_WORDS[kind].fileSearch,
  upload: uploadId,
})
/** The search of the page that shows what a row became. */
export const subjectSearchOf = (kind: OnboardingKind, subjectId: number) => ({
  ...KIND_WORDS[kind].section,
  open: String(subjectId),
})
export const LOGS_PATH = '/dashboard/onboarding-logs'

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** "640 bytes", "12 kB", "3.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < KILOBYTE) return formatAmount(bytes, 'byte')
  if (bytes < MEGABYTE) return `${Math.round(bytes / KILOBYTE)} kB`
  return `${(bytes / MEGABYTE).toFixed(1)} MB`
}

type Counts = Pick<Upload, 'kind' | 'creates' | 'changes' | 'refused'>

/** "412 workers will be created, 18 changed"; null where there are none. */
function countsInWords({ kind, creates, changes }: Counts, verb: string): string | null {
  if (kind === 'points') {
    const whose = formatAmount(changes, 'member')
    return changes > 0 ? `Points of ${whose} ${verb} proposed to a second person` : null
  }
  const { one, many } = KIND_WORDS[kind]
  const amount = (count: number): string => formatAmount(count, one, many)
  if (creates > 0) {
    const also = changes > 0 ? `, ${formatNumber(changes)} changed` : ''
    return `${amount(creates)} ${verbFor(verb, creates)} created${also}`
  }
  return changes > 0 ? `${amount(changes)} ${verbFor(verb, changes)} changed` : null
}

const verbFor = (verb: string, count: number): string =>
  verb === 'are' && count === 1 ? 'is' : verb

function refusedInWords(refused: number): string {
  return `${formatAmount(refused, 'refused row waits', 'refused rows wait')} in the error log`
}

/** What applying a file will do, in one sentence. */
export function whatApplies(upload: Counts): string {
  const will = countsInWords(upload, 'will be') ?? 'Nothing is created or changed'
  return upload.refused > 0 ? `${will}; ${refusedInWords(upload.refused)}.` : `${will}.`
}

/** What applying a file did. */
export function whatApplied(upload: Counts & Pick<Upload, 'applied'>): string {
  const { applied, creates, changes } = upload
  if (applied === creates + changes) {
    return `${countsInWords(upload, 'are') ?? 'Nothing was created or changed'}.`
  }
  const rows = `${formatNumber(applied)} of ${formatAmount(creates + changes, 'row')}`
  return `${rows} ${applied === 1 ? 'is' : 'are'} applied; what could not be is in the error log.`
}

/** Of a file that is only looked at, refused rows are no errors yet. */
export const openErrorsOf = ({ state, open }: Pick<Upload, 'state' | 'open'>): number =>
  ['applying', 'stopped', 'applied'].includes(state) ? open : 0

/** What came of a file, or will, as short as a line of a list needs it. */
export function countsInShort({
  state,
  rows,
  creates,
  changes,
  same,
  refused,
  applied,
  open,
}: Upload): string {
  if (state === 'reading') return `${formatAmount(rows, 'row')} read so far`
  if (state === 'refused' || state === 'discarded') return ''
  if (state === 'applying' || state === 'stopped') {
    return `${formatNumber(applied)} of ${formatNumber(creates + changes)} applied`
  }
  const done = state === 'applied'
  const parts = [
    creates > 0 && `${formatNumber(creates)} ${done ? 'created' : 'to create'}`,
    changes > 0 && `${formatNumber(changes)} ${done ? 'changed' : 'to change'}`,
    same > 0 && `${formatNumber(same)} the same`,
    refused > 0 && `${formatNumber(refused)} refused`,
    done && open > 0 && `${formatNumber(open)} still to correct`,
  ]
  return parts.filter(Boolean).join(', ')
}
