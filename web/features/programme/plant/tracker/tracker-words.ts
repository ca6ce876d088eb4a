import type { CouponStatus } from '../../../../../contract/programme/coupons.ts'
import type { PlantFound } from '../../../../../contract/programme/plant.ts'
import type { Words } from '../language.ts'

type HistoryAction = PlantFound['history'][number]['action']
type TrackerWords = {
  title: string
  about: string
  field: string
  hint: string
  find: string
  finding: string
  empty: string
  tooLong: string
  otherPlant: string
  unknown: string
  malformed: string
  failed: string
  recent: string
  noRecent: string
  forget: string
  pack: string
  meaning: Record<CouponStatus, string>
  expiredMeaning: string
  blockedMeaning: string
  act: Record<'activate' | 'deactivate', string>
  serials: string
  counts: string
  history: string
  actions: Record<HistoryAction, string>
  serialRun: (run: string) => string
  noHistory: string
}

export const TRACKER_WORDS: Words<TrackerWords> = {
  en: {
    title: 'Coupon Tracker',
    about: 'Where one pack or carton of your plant stands, and what was done with it.',
    field: 'Code, serial or carton',
    hint: 'The printed code; 1042/17 for serial 17 of lot 1042; 1042#3 for its carton 3.',
    find: 'Find',
    finding: 'Looking it up …',
    empty: 'Type the code, or read it with the camera.',
    tooLong: 'This is too long for a coupon code.',
    otherPlant: 'This is of another plant. Only that plant can see it.',
    unknown:
      'There is no such coupon. Compare it with the pack; if it is right, tell your supervisor.',
    malformed: 'This is no coupon code, serial or carton. Compare it with the pack.',
    failed: 'This could not be looked up',
    recent: 'Looked up on this phone',
    noRecent: 'What you look up is listed here, by its serial.',
    forget: 'Clear the list',
    pack: 'Pack',
    meaning: {
      printed: 'Members cannot scan it yet.',
      active: 'Members can scan it.',
      deactivated: 'Members cannot scan it until it is activated again.',
      scanned: 'The points are given. It cannot be changed any more.',
      blocked: 'Nobody can scan it. Only the office can change that.',
    },
    expiredMeaning: 'The last day of the lot is over: nobody can scan it.',
    blockedMeaning: 'The office blocked the whole lot: nobody can scan it.',
    act: { activate: 'Activate this', deactivate: 'Deactivate this' },
    serials: 'Serials',
    counts: 'Its packs',
    history: 'What was done',
    actions: {
      generated: 'Coupon made',
      activate: 'Activated',
      deactivate: 'Deactivated',
      block: 'Blocked by the office',
      unblock: 'Unblocked by the office',
      scanned: 'Scanned by a member',
    },
    serialRun: (run) => `Serial ${run}`,
    noHistory: 'Nothing was done with it yet.',
  },
  hi: {
    title: 'कूपन ट्रैकर',
    about: 'आपके प्लांट का एक पैकेट या कार्टन अभी कहाँ है, और उसके साथ क्या-क्या हुआ।',
    field: 'कोड, सीरियल या कार्टन',
    hint: 'छपा हुआ कोड; 1042/17 यानी लॉट 1042 का सीरियल 17; 1042#3 यानी उसका कार्टन 3।',
    find: 'ढूँढें',
    finding: 'ढूँढ रहे हैं …',
    empty: 'कोड लिखें, या कैमरे से पढ़ें।',
    tooLong: 'कूपन का कोड इतना लंबा नहीं होता।',
    otherPlant: 'यह दूसरे प्लांट का है। सिर्फ़ वही प्लांट देख सकता है।',
    unknown: 'ऐसा कोई कूपन नहीं है। पैकेट से मिलाएँ; सही हो तो सुपरवाइज़र को बताएँ।',
    malformed: 'यह कोड, सीरियल या कार्टन नहीं है। पैकेट से मिलाएँ।',
    failed: 'ढूँढ नहीं पाए',
    recent: 'इस फ़ोन पर देखे गए',
    noRecent: 'आप जो देखेंगे, उसका सीरियल यहाँ रहेगा।',
    forget: 'लिस्ट मिटाएँ',
    pack: 'पैकेट',
    meaning: {
      printed: 'ग्राहक अभी इसे स्कैन नहीं कर सकता।',
      active: 'ग्राहक इसे स्कैन कर सकता है।',
      deactivated: 'फिर चालू करने तक ग्राहक इसे स्कैन नहीं कर सकता।',
      scanned: 'पॉइंट मिल चुके हैं। अब यह नहीं बदल सकता।',
      blocked: 'कोई इसे स्कैन नहीं कर सकता। सिर्फ़ ऑफ़िस बदल सकता है।',
    },
    expiredMeaning: 'लॉट की आख़िरी तारीख निकल गई: कोई इसे स्कैन नहीं कर सकता।',
    blockedMeaning: 'ऑफ़िस ने पूरा लॉट ब्लॉक किया है: कोई इसे स्कैन नहीं कर सकता।',
    act: { activate: 'इसे चालू करें', deactivate: 'इसे बंद करें' },
    serials: 'सीरियल',
    counts: 'इसके पैकेट',
    history: 'क्या-क्या हुआ',
    actions: {
      generated: 'कूपन बना',
      activate: 'चालू किया',
      deactivate: 'बंद किया',
      block: 'ऑफ़िस ने ब्लॉक किया',
      unblock: 'ऑफ़िस ने ब्लॉक हटाया',
      scanned: 'ग्राहक ने स्कैन किया',
    },
    serialRun: (run) => `सीरियल ${run}`,
    noHistory: 'अभी इसके साथ कुछ नहीं हुआ।',
  },
}
