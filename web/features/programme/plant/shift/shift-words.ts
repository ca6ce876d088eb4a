import type { Shift } from '../../../../../contract/people/shifts.ts'
import { formatAmount, formatNumber } from '../../../../lib/format.ts'
import type { Words } from '../language.ts'

type ShiftWords = {
  title: string
  about: (plant: string) => string
  aboutLoading: string
  shift: string
  shifts: Record<Shift, string>
  day: string
  dayBefore: string
  dayAfter: string
  now: string
  running: string
  over: string
  ahead: string
  when: (day: string, from: string, to: string) => string
  figures: string
  activated: string
  deactivated: string
  byMe: string
  plantTotal: (count: number) => string
  workers: (count: number) => string
  byHour: string
  hour: string
  me: string
  plant: string
  off: (count: number) => string
  lots: string
  inShift: string
  plus: (count: number) => string
  minus: (count: number) => string
  progress: (done: number, quantity: number) => string
  whereOpen: string
  whereClose: string
  otherLots: (count: number) => string
  acts: string
  act: Record<'activate' | 'deactivate', (count: number) => string>
  nothingNow: string
  nothingNowNext: string
  nothingThen: string
  nothingAhead: string
  nothingMine: string
  toScanning: string
  toActivation: string
  refreshes: string
}

export const SHIFT_WORDS: Words<ShiftWords> = {
  en: {
    title: 'My shift',
    about: (plant) => `What was activated at ${plant}, by me and by all.`,
    aboutLoading: 'What was activated, by me and by all.',
    shift: 'Shift',
    shifts: { A: 'A', B: 'B', C: 'C', G: 'General' },
    day: 'Day',
    dayBefore: 'The day before',
    dayAfter: 'The day after',
    now: 'To the shift of now',
    running: 'Running now',
    over: 'Over',
    ahead: 'Not begun',
    when: (day, from, to) => `${day}, ${from} to ${to}`,
    figures: 'Figures of the shift',
    activated: 'Activated',
    deactivated: 'Deactivated',
    byMe: 'by me',
    plantTotal: (count) => `Plant: ${formatNumber(count)}`,
    workers: (count) => `${formatAmount(count, 'worker')} at work`,
    byHour: 'Hour by hour',
    hour: 'Hour',
    me: 'Me',
    plant: 'Plant',
    off: (count) => `${formatNumber(count)} off`,
    lots: 'Lots of this shift',
    inShift: 'In this shift',
    plus: (count) => `+${formatNumber(count)} activated`,
    minus: (count) => `−${formatNumber(count)} deactivated`,
    progress: (done, quantity) => `${formatNumber(done)} of ${formatNumber(quantity)} in the trade`,
    whereOpen: 'Where are its coupons?',
    whereClose: 'Hide',
    otherLots: (count) => `Other lots of the plant (${formatNumber(count)})`,
    acts: 'What I did last',
    act: {
      activate: (count) => `${formatNumber(count)} activated`,
      deactivate: (count) => `${formatNumber(count)} deactivated`,
    },
    nothingNow: 'Nothing was activated in this shift yet.',
    nothingNowNext: 'Begin with the packs that leave the line:',
    nothingThen: 'Nothing was activated in this shift.',
    nothingAhead: 'This shift has not begun.',
    nothingMine: 'You have done nothing in this shift.',
    toScanning: 'Scan packs',
    toActivation: 'Activate a run of serials',
    refreshes: 'It renews itself every 30 seconds.',
  },
  hi: {
    title: 'मेरी शिफ़्ट',
    about: (plant) => `${plant} में कितना चालू हुआ: मैंने और सबने।`,
    aboutLoading: 'कितना चालू हुआ: मैंने और सबने।',
    shift: 'शिफ़्ट',
    shifts: { A: 'A', B: 'B', C: 'C', G: 'जनरल' },
    day: 'तारीख',
    dayBefore: 'एक दिन पहले',
    dayAfter: 'एक दिन बाद',
    now: 'अभी की शिफ़्ट',
    running: 'अभी चल रही है',
    over: 'हो चुकी',
    ahead: 'शुरू नहीं हुई',
    when: (day, from, to) => `${day}, ${from} से ${to}`,
    figures: 'शिफ़्ट की गिनती',
    activated: 'चालू किए',
    deactivated: 'बंद किए',
    byMe: 'मैंने',
    plantTotal: (count) => `पूरा प्लांट: ${formatNumber(count)}`,
    workers: (count) => `काम पर: ${formatNumber(count)}`,
    byHour: 'घंटे के हिसाब से',
    hour: 'घंटा',
    me: 'मैं',
    plant: 'प्लांट',
    off: (count) => `${formatNumber(count)} बंद`,
    lots: 'इस शिफ़्ट के लॉट',
    inShift: 'इस शिफ़्ट में',
    plus: (count) => `+${formatNumber(count)} चालू`,
    minus: (count) => `−${formatNumber(count)} बंद`,
    progress: (done, quantity) =>
      `${formatNumber(quantity)} में से ${formatNumber(done)} बाज़ार के लिए तैयार`,
    whereOpen: 'इसके कूपन कहाँ हैं?',
    whereClose: 'छिपाएँ',
    otherLots: (count) => `प्लांट के बाकी लॉट (${formatNumber(count)})`,
    acts: 'मैंने अभी क्या किया',
    act: {
      activate: (count) => `${formatNumber(count)} चालू किए`,
      deactivate: (count) => `${formatNumber(count)} बंद किए`,
    },
    nothingNow: 'इस शिफ़्ट में अभी कुछ चालू नहीं हुआ।',
    nothingNowNext: 'लाइन से निकल रहे पैकेट से शुरू करें:',
    nothingThen: 'इस शिफ़्ट में कुछ चालू नहीं हुआ।',
    nothingAhead: 'यह शिफ़्ट अभी शुरू नहीं हुई।',
    nothingMine: 'इस शिफ़्ट में आपने कुछ नहीं किया।',
    toScanning: 'पैकेट स्कैन करें',
    toActivation: 'कई सीरियल चालू करें',
    refreshes: 'हर 30 सेकंड में अपने आप नया होता है।',
  },
}
