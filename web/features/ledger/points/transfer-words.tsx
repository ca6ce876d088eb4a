import {
  TRANSFER_NAMES,
  type Account,
  type TransferKind,
  type TransferRow,
} from '../../../../contract/ledger/points.ts'
import { labelled, Tag } from '../../../ui/tag.tsx'
import {
  IconAdjustments,
  IconArrowBackUp,
  IconCalendarX,
  IconCash,
  IconCheck,
  IconGift,
  IconLock,
  IconLockOpen,
  IconPackageImport,
  IconStar,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatNumber } from '../../../lib/format.ts'

export const KIND_STYLES = labelled(TRANSFER_NAMES, {
  scan: { tone: 'green', Picture: IconCheck },
  scheme_bonus: { tone: 'green', Picture: IconStar },
  scan_held: { tone: 'yellow', Picture: IconLock },
  scan_released: { tone: 'green', Picture: IconLockOpen },
  redemption_hold: { tone: 'yellow', Picture: IconLock },
  redemption_paid: { tone: 'blue', Picture: IconCash },
  redemption_released: { tone: 'gray', Picture: IconGift },
  reversal: { tone: 'red', Picture: IconArrowBackUp },
  adjustment: { tone: 'gray', Picture: IconAdjustments },
  opening: { tone: 'green', Picture: IconPackageImport },
  expiry: { tone: 'gray', Picture: IconCalendarX },
})

const ACCOUNT_LABELS: Record<Account, string> = {
  issuance: 'Issuance',
  redeemed: 'Redeemed',
  expired: 'Expired',
  adjustment: 'Adjustment',
  opening: 'Opening',
  available: 'Available',
  held: 'Held',
}

export function KindTag({ kind }: { kind: TransferKind }): ReactElement {
  return <Tag {...KIND_STYLES[kind]} />
}

export function movementInWords({ debit, credit }: Pick<TransferRow, 'debit' | 'credit'>): string {
  return `${ACCOUNT_LABELS[debit]} → ${ACCOUNT_LABELS[credit]}`
}

const isOwn = (account: Account): boolean => account === 'available' || account === 'held'

/** Points as the member sees them: + gained, − lost, without a sign when they only moved within. */
export function pointsInWords({
  points,
  debit,
  credit,
}: Pick<TransferRow, 'points' | 'debit' | 'credit'>): string {
  if (isOwn(debit) === isOwn(credit)) return formatNumber(points)
  return (isOwn(credit) ? '+' : '−') + formatNumber(points)
}

const OF_REDEMPTIONS: ReadonlySet<TransferKind> = new Set([
  'redemption_hold',
  'redemption_paid',
  'redemption_released',
])
const OF_SCANS: ReadonlySet<TransferKind> = new Set([
  'scan',
  'scheme_bonus',
  'scan_held',
  'scan_released',
])

/** What the reference names. A reversal undoes a payment where the points were redeemed, else a scan. */
export function referenceOf({
  kind,
  debit,
}: Pick<TransferRow, 'kind' | 'debit'>): 'scan' | 'redemption' | null {
  if (kind === 'reversal') return debit === 'redeemed' ? 'redemption' : 'scan'
  if (OF_REDEMPTIONS.has(kind)) return 'redemption'
  return OF_SCANS.has(kind) ? 'scan' : null
}
