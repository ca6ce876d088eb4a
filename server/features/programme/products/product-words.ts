import { shownGtin } from '../../../../contract/programme/gtin.ts'
import { formatDay, formatNumber } from '../../../../contract/format.ts'
import { formatPaise } from '../../../../contract/money.ts'
import { plainWords } from '../../../../contract/trail.ts'
import { changeWords, fieldsOf, type FieldWords } from '../../../lib/change-words.ts'
import type { AuditedEvent } from '../../platform/audit/index.ts'

function valueWords(name: string, value: unknown): string {
  if (name === 'mrpPaise') return formatPaise(Number(value))
  if (name === 'gtin') return shownGtin(String(value))
  return name === 'mediaId' ? `number ${String(value)}` : String(value)
}

/** What the fields of a product are called. */
export const WORDS: FieldWords = {
  labels: {
    code: 'SKU code',
    name: 'Name',
    nameHi: 'Name in Hindi',
    group: 'Group',
    brand: 'Brand',
    packSize: 'Pack size',
    packUnit: 'Unit',
    gtin: 'GTIN',
    mrpPaise: 'MRP',
    mediaId: 'Picture',
  },
  show: valueWords,
}

const VERBS: Readonly<Record<string, string>> = {
  'product.points.proposed': 'Points proposed',
  'product.points.planned': 'Points changed',
  'product.points.approved': 'Points approved',
  'product.points.rejected': 'Points rejected',
  'product.points.withdrawn': 'Change of points withdrawn',
}

/** An event of the audit trail as the page of a product tells it. */
export function wordsOf({ action, before, after, made }: AuditedEvent): string {
  const verb = VERBS[action]
  if (verb !== undefined) {
    const { points, fromDay } = fieldsOf(after)
    return `${verb}: ${formatNumber(Number(points))} from ${formatDay(String(fromDay))}`
  }
  if (action === 'products.onboarded') return made ? 'Added by file' : 'Changed by file'
  return action === 'product.changed' ? changeWords(WORDS, before, after) : plainWords(action)
}
