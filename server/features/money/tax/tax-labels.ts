import { formatPaise } from '../../../../contract/money.ts'
import type { Language } from '../../../../contract/people/members.ts'

export const percent = (bps: number) => `${bps / 100} %`

type Share = { rateBps: number; inKind: boolean; withPan: boolean; rounded: boolean }
/** What the lines are called by which a tax is found. */
export type TaxLabels = {
  before: (year: string, taken: boolean) => string
  thisOne: string
  totalOf: (year: string) => string
  freeUpTo: string
  total: string
  taxedBefore: string
  taxedNow: string
  share: (share: Share) => string
  giftCost: string
  taxOnTop: string
  costInAll: string
  deducted: string
  toMember: string
}

const listed = (...parts: (string | false)[]) => parts.filter(Boolean).join(', ')

export const TAX_LABELS: Record<Language, TaxLabels> = {
  en: {
    before: (year, taken) =>
      `${taken ? 'Given before it in' : 'Given or on its way before it in'} ${year}`,
    thisOne: 'This one',
    totalOf: (year) => `Total of ${year}`,
    freeUpTo: 'Free up to',
    total: 'Total of the year',
    taxedBefore: 'Bore its tax before',
    taxedNow: 'Taxed now',
    share: ({ rateBps, inKind, withPan, rounded }) =>
      listed(
        `${percent(rateBps)} of it`,
        inKind && 'grossed up',
        !withPan && 'the rate without PAN',
        rounded && 'rounded over the year',
      ),
    giftCost: 'Cost of the gift',
    taxOnTop: 'Tax on top',
    costInAll: 'Cost in all',
    deducted: 'Tax deducted',
    toMember: 'To the member',
  },
  hi: {
    before: (year, taken) => `${year} में इससे पहले ${taken ? 'दिया गया' : 'दिया गया या देय'}`,
    thisOne: 'यह भुगतान',
    totalOf: (year) => `${year} का योग`,
    freeUpTo: 'कर-मुक्त सीमा',
    total: 'वर्ष का योग',
    taxedBefore: 'जिस पर कर पहले कट चुका है',
    taxedNow: 'अब कर-योग्य',
    share: ({ rateBps, inKind, withPan, rounded }) =>
      listed(
        `इसका ${percent(rateBps)}`,
        inKind && 'कर जोड़कर',
        !withPan && 'पैन के बिना दर',
        rounded && 'पूरे वर्ष पर पूर्णांकित',
      ),
    giftCost: 'उपहार की लागत',
    taxOnTop: 'ऊपर से कर',
    costInAll: 'कुल लागत',
    deducted: 'काटा गया कर',
    toMember: 'सदस्य को भुगतान',
  },
}

/** `Section 393 of the Income-tax Act 2025` in Hindi; another text stays as it was entered. */
const sectionInHindi = (section: string) =>
  section.replace(/^Section (\S+) of the Income-tax Act,? (\d{4})$/, 'आयकर अधिनियम $2 की धारा $1')

type Taken = {
  section: string | null
  thresholdPaise: number | null
  withPan: boolean
  valuePaise: number
  beforePaise: number
  beforeTaxedPaise: number
  basePaise: number
  rateBps: number
  taxPaise: number
}

/** How the tax of money that was paid was found, in one Hindi sentence; `taxWords` is the English one. */
export function taxInHindi(taken: Taken): string {
  const { section, thresholdPaise, withPan, basePaise, rateBps, taxPaise } = taken
  if (section === null || thresholdPaise === null) {
    return 'कोई कर नहीं: लाभ पर कर का कोई नियम लागू नहीं था।'
  }
  const totalPaise = taken.beforePaise + taken.valuePaise
  const [total, threshold] = [formatPaise(totalPaise), formatPaise(thresholdPaise)]
  const law = sectionInHindi(section)
  if (basePaise > 0) {
    const rate = `${percent(rateBps)}${withPan ? '' : ' (पैन के बिना दर)'}`
    const year = basePaise === totalPaise ? 'इस वर्ष का योग' : `इस वर्ष का योग, ${total},`
    return `${formatPaise(taxPaise)} कर काटा गया: ${formatPaise(basePaise)} का ${rate}, क्योंकि ${year} ${threshold} से अधिक है (${law})।`
  }
  if (totalPaise <= thresholdPaise) {
    return `कोई कर नहीं: इस भुगतान के साथ इस वर्ष का योग ${total} है, और ${threshold} तक कोई कर नहीं लगता (${law})।`
  }
  if (taken.beforeTaxedPaise < totalPaise) return 'कोई कर नहीं: यह लाभ व्यवसाय में नहीं मिला।'
  return `कोई कर नहीं: इस वर्ष ${formatPaise(taken.beforeTaxedPaise)} पर कर पहले ही कट चुका है, और इस भुगतान के साथ योग ${total} है (${law})।`
}
