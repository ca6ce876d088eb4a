import type { ExplanationKind, Reconciliation } from '../../../../../contract/programme/plant.ts'
import { formatAmount, formatNumber } from '../../../../lib/format.ts'
import type { Words } from '../language.ts'
import { momentIn } from '../plant-format.ts'

type RunStatus = Reconciliation['runs'][number]['status']
export type Figure =
  | 'active'
  | 'scanned'
  | 'deactivated'
  | 'blocked'
  | 'waiting'
  | 'explained'
  | 'unexplained'

export type ReconciliationWords = {
  bar: string
  total: string
  figures: Record<Figure, string>
  unexplained: (count: number) => string
  unexplainedNext: string
  accounted: string
  differ: (count: number) => string
  holes: string
  others: (count: number) => string
  runStatus: Record<RunStatus, string>
  kinds: Record<ExplanationKind, string>
  serial: (run: string) => string
  coupons: (count: number) => string
  more: (count: number) => string
  asOf: (moment: string) => string
  moment: (at: string) => string
  explain: string
  explainAgain: string
}

/** Where the coupons of a lot are, in the words of the plant; staff read the English ones. */
export const RECONCILIATION_WORDS: Words<ReconciliationWords> = {
  en: {
    bar: 'Where the coupons are',
    total: 'Printed',
    figures: {
      active: 'Active',
      scanned: 'Scanned by members',
      deactivated: 'Deactivated',
      blocked: 'Blocked',
      waiting: 'Waiting for the line',
      explained: 'Not active, explained',
      unexplained: 'UNEXPLAINED',
    },
    unexplained: (count) => `${formatAmount(count, 'coupon')} unexplained`,
    unexplainedNext: 'The line passed over them and nobody said why.',
    accounted: 'Every coupon is accounted for.',
    differ: (count) =>
      `The counts do not agree: ${formatAmount(count, 'coupon')} too many or too few. Tell the office.`,
    holes: 'Passed over',
    others: (count) => `Other serials (${formatNumber(count)})`,
    runStatus: {
      waiting: 'Waiting for the line',
      hole: 'Unexplained',
      explained: 'Explained',
      deactivated: 'Deactivated',
      blocked: 'Blocked',
    },
    kinds: {
      damaged: 'Pack damaged',
      lost: 'Label lost or torn',
      sample: 'Taken as a sample',
      not_packed: 'Not packed yet',
      other: 'Something else',
    },
    serial: (run) => `Serial ${run}`,
    coupons: (count) => formatAmount(count, 'coupon'),
    more: (count) => `${formatAmount(count, 'more run')} of serials not shown.`,
    asOf: (moment) => `As of ${moment}`,
    moment: (at) => momentIn('en', at),
    explain: 'Say why',
    explainAgain: 'Change',
  },
  hi: {
    bar: 'कूपन कहाँ हैं',
    total: 'छपे',
    figures: {
      active: 'चालू',
      scanned: 'ग्राहक ने स्कैन किए',
      deactivated: 'बंद',
      blocked: 'ब्लॉक',
      waiting: 'लाइन पर आना बाकी',
      explained: 'चालू नहीं, कारण लिखा है',
      unexplained: 'हिसाब नहीं मिला',
    },
    unexplained: (count) => `${formatNumber(count)} कूपन का हिसाब नहीं मिला`,
    unexplainedNext: 'ये लाइन पर छूट गए और किसी ने कारण नहीं बताया।',
    accounted: 'हर कूपन का हिसाब मिल गया।',
    differ: (count) => `गिनती नहीं मिल रही: ${formatNumber(count)} कूपन का फ़र्क़। ऑफ़िस को बताएँ।`,
    holes: 'छूटे हुए',
    others: (count) => `बाकी सीरियल (${formatNumber(count)})`,
    runStatus: {
      waiting: 'लाइन पर आना बाकी',
      hole: 'हिसाब नहीं मिला',
      explained: 'कारण लिखा है',
      deactivated: 'बंद',
      blocked: 'ब्लॉक',
    },
    kinds: {
      damaged: 'पैकेट ख़राब',
      lost: 'लेबल फटा या खो गया',
      sample: 'सैंपल में लिया',
      not_packed: 'अभी पैक नहीं हुआ',
      other: 'कोई और बात',
    },
    serial: (run) => `सीरियल ${run}`,
    coupons: (count) => `${formatNumber(count)} कूपन`,
    more: (count) => `${formatNumber(count)} और टुकड़े नहीं दिखाए।`,
    asOf: (moment) => `${moment} तक`,
    moment: (at) => momentIn('hi', at),
    explain: 'कारण बताएँ',
    explainAgain: 'बदलें',
  },
}

type ExplainWords = {
  title: string
  what: (run: string) => string
  kind: string
  from: string
  to: string
  note: string
  noteHint: string
  save: string
  saved: string
  failed: string
  problems: Record<'kind' | 'number' | 'outside' | 'backwards' | 'note' | 'longNote', string>
}

export const EXPLAIN_WORDS: Words<ExplainWords> = {
  en: {
    title: 'Why are they not active?',
    what: (run) => `Serial ${run}`,
    kind: 'What happened?',
    from: 'First serial',
    to: 'Last serial',
    note: 'In your own words',
    noteHint: 'Needed if it is something else.',
    save: 'Save',
    saved: 'The reason is saved.',
    failed: 'It was not saved. What you typed is kept.',
    problems: {
      kind: 'Choose what happened.',
      number: 'Write the number.',
      outside: 'Only serials of this gap.',
      backwards: 'The last must not be before the first.',
      note: 'Write why in a few words.',
      longNote: 'At most 300 letters.',
    },
  },
  hi: {
    title: 'ये चालू क्यों नहीं हुए?',
    what: (run) => `सीरियल ${run}`,
    kind: 'क्या हुआ?',
    from: 'पहला सीरियल',
    to: 'आख़िरी सीरियल',
    note: 'अपने शब्दों में',
    noteHint: 'कोई और बात हो, तो ज़रूर लिखें।',
    save: 'सेव करें',
    saved: 'कारण सेव हो गया।',
    failed: 'सेव नहीं हुआ। आपका लिखा हुआ यहीं है।',
    problems: {
      kind: 'क्या हुआ, चुनें।',
      number: 'नंबर लिखें।',
      outside: 'सिर्फ़ इसी हिस्से के सीरियल लिखें।',
      backwards: 'आख़िरी नंबर पहले से छोटा है।',
      note: 'कारण दो-चार शब्दों में लिखें।',
      longNote: 'ज़्यादा से ज़्यादा 300 अक्षर।',
    },
  },
}
