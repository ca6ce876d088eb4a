import { formatAmount, formatNumber } from '../../../../lib/format.ts'
import type { Words } from '../language.ts'
import type { Action, Problem, ReasonKey, Size, Way } from './activation-form.ts'

type ActivationWords = {
  title: string
  about: string
  chooseLot: string
  findLot: string
  noSuchLot: string
  noLots: string
  noLotsNext: string
  byCode: string
  waits: (count: number) => string
  noneWaits: string
  moreLots: (count: number) => string
  otherLot: string
  lotGone: string
  size: (size: Size & { cartons: number }) => string
  whatToDo: string
  actions: Record<Action, string>
  which: string
  ways: Record<Way, string>
  from: string
  to: string
  cartonFrom: string
  cartonTo: string
  cartonToHint: string
  code: string
  codeHint: string
  allWaiting: (run: string) => string
  hole: (run: string) => string
  shortcuts: string
  waitingMost: string
  whyDeactivate: string
  reasons: Record<ReasonKey, string>
  note: string
  noteHint: string
  check: string
  checking: string
  problems: Record<Problem, (size: Size & { cartons: number }) => string>
  notChecked: string
}

export const ACTIVATION_WORDS: Words<ActivationWords> = {
  en: {
    title: 'Activate / Deactivate',
    about: 'A run of serials, a carton or a single pack of one lot.',
    chooseLot: 'Choose the lot',
    findLot: 'Find a lot: letters, number or product',
    noSuchLot: 'No lot of your plant fits this.',
    noLots: 'No lot of your plant can be activated now.',
    noLotsNext:
      'A lot appears here when its coupons are made. Ask your supervisor when the next one comes.',
    byCode: 'I have a code in my hand',
    waits: (count) => `${formatNumber(count)} wait`,
    noneWaits: 'None waits',
    moreLots: (count) => `Show ${formatAmount(count, 'more lot')}`,
    otherLot: 'Other lot',
    lotGone: 'This lot cannot be changed now: it is blocked, expired or of another plant.',
    size: ({ quantity, cartons }) =>
      cartons > 0
        ? `Serials 1 to ${formatNumber(quantity)} · cartons 1 to ${formatNumber(cartons)}`
        : `Serials 1 to ${formatNumber(quantity)}`,
    whatToDo: 'What do you want to do?',
    actions: { activate: 'Activate', deactivate: 'Deactivate' },
    which: 'Which coupons?',
    ways: { serials: 'Serials', cartons: 'Carton', code: 'One code' },
    from: 'First serial',
    to: 'Last serial',
    cartonFrom: 'Carton',
    cartonTo: 'Up to carton',
    cartonToHint: 'Only for several cartons',
    code: 'Code of the pack or carton',
    codeHint: 'Type all 17 letters as they are printed.',
    allWaiting: (run) => `All that wait: ${run}`,
    hole: (run) => `Passed over: ${run}`,
    shortcuts: 'Fill in for me',
    waitingMost: 'At most 1,00,000 at once: do the rest after it.',
    whyDeactivate: 'Why are they deactivated?',
    reasons: {
      damaged: 'Pack damaged',
      label: 'Label torn or unreadable',
      wrong_lot: 'Wrong lot activated',
      misprint: 'Printed wrong',
      quality: 'Stopped by quality',
      sample: 'Taken as a sample',
      other: 'Something else',
    },
    note: 'In your own words',
    noteHint: 'Needed if it is something else.',
    check: 'Check first',
    checking: 'Checking …',
    problems: {
      noNumber: () => 'Write the number.',
      notNumber: () => 'Only a number, please.',
      belowOne: () => 'Numbers begin at 1.',
      beyond: ({ quantity }) => `This lot has the serials 1 to ${formatNumber(quantity)}.`,
      backwards: () => 'The last must not be before the first.',
      tooMany: () => 'At most 1,00,000 coupons at once.',
      beyondCartons: ({ cartons }) => `This lot has the cartons 1 to ${formatNumber(cartons)}.`,
      noCode: () => 'Type the code, or read it with the camera.',
      longCode: () => 'This is too long for a coupon code.',
      otherPlant: () => 'This code is of another plant. You cannot change it.',
      unknownCode: () =>
        'There is no such code. Compare it with the pack; if it is right, tell your supervisor.',
      malformed: () => 'This is no coupon code. Compare every letter with the pack.',
      noReason: () => 'Choose why, or write it.',
      longReason: () => 'At most 300 letters.',
      refused: () => 'The server did not take this. Look at it again.',
    },
    notChecked: 'This could not be checked. What you typed is kept.',
  },
  hi: {
    title: 'चालू / बंद करें',
    about: 'एक लॉट के कई सीरियल, कार्टन या एक पैकेट।',
    chooseLot: 'लॉट चुनें',
    findLot: 'लॉट ढूँढें: अक्षर, नंबर या माल',
    noSuchLot: 'आपके प्लांट में ऐसा कोई लॉट नहीं है।',
    noLots: 'अभी आपके प्लांट में चालू करने लायक कोई लॉट नहीं है।',
    noLotsNext: 'कूपन बनते ही लॉट यहाँ दिखेगा। अगला लॉट कब आएगा, सुपरवाइज़र से पूछें।',
    byCode: 'मेरे हाथ में कोड है',
    waits: (count) => `${formatNumber(count)} बाकी`,
    noneWaits: 'कुछ बाकी नहीं',
    moreLots: (count) => `${formatNumber(count)} और लॉट दिखाएँ`,
    otherLot: 'दूसरा लॉट',
    lotGone: 'यह लॉट अभी नहीं बदल सकते: ब्लॉक है, तारीख निकल गई है या दूसरे प्लांट का है।',
    size: ({ quantity, cartons }) =>
      cartons > 0
        ? `सीरियल 1 से ${formatNumber(quantity)} · कार्टन 1 से ${formatNumber(cartons)}`
        : `सीरियल 1 से ${formatNumber(quantity)}`,
    whatToDo: 'क्या करना है?',
    actions: { activate: 'चालू करें', deactivate: 'बंद करें' },
    which: 'कौन से कूपन?',
    ways: { serials: 'सीरियल', cartons: 'कार्टन', code: 'एक कोड' },
    from: 'पहला सीरियल',
    to: 'आख़िरी सीरियल',
    cartonFrom: 'कार्टन',
    cartonTo: 'किस कार्टन तक',
    cartonToHint: 'सिर्फ़ एक से ज़्यादा कार्टन हों तो',
    code: 'पैकेट या कार्टन का कोड',
    codeHint: 'जैसा छपा है, पूरे 17 अक्षर लिखें।',
    allWaiting: (run) => `सब जो बाकी हैं: ${run}`,
    hole: (run) => `छूटे हुए: ${run}`,
    shortcuts: 'अपने आप भरें',
    waitingMost: 'एक बार में 1,00,000 तक: बाकी इसके बाद करें।',
    whyDeactivate: 'क्यों बंद कर रहे हैं?',
    reasons: {
      damaged: 'पैकेट ख़राब',
      label: 'लेबल फटा या पढ़ा नहीं जाता',
      wrong_lot: 'ग़लत लॉट चालू हुआ',
      misprint: 'छपाई ग़लत',
      quality: 'क्वालिटी ने रोका',
      sample: 'सैंपल में लिया',
      other: 'कोई और बात',
    },
    note: 'अपने शब्दों में',
    noteHint: 'कोई और बात हो, तो ज़रूर लिखें।',
    check: 'पहले देखें',
    checking: 'देख रहे हैं …',
    problems: {
      noNumber: () => 'नंबर लिखें।',
      notNumber: () => 'सिर्फ़ नंबर लिखें।',
      belowOne: () => 'नंबर 1 से शुरू होते हैं।',
      beyond: ({ quantity }) => `इस लॉट में सीरियल 1 से ${formatNumber(quantity)} तक हैं।`,
      backwards: () => 'आख़िरी नंबर पहले से छोटा है।',
      tooMany: () => 'एक बार में ज़्यादा से ज़्यादा 1,00,000 कूपन।',
      beyondCartons: ({ cartons }) => `इस लॉट में कार्टन 1 से ${formatNumber(cartons)} तक हैं।`,
      noCode: () => 'कोड लिखें, या कैमरे से पढ़ें।',
      longCode: () => 'कूपन का कोड इतना लंबा नहीं होता।',
      otherPlant: () => 'यह कोड दूसरे प्लांट का है। आप इसे नहीं बदल सकते।',
      unknownCode: () => 'ऐसा कोई कोड नहीं है। पैकेट से मिलाएँ; सही हो तो सुपरवाइज़र को बताएँ।',
      malformed: () => 'यह कूपन का कोड नहीं है। पैकेट से एक-एक अक्षर मिलाएँ।',
      noReason: () => 'कारण चुनें या लिखें।',
      longReason: () => 'ज़्यादा से ज़्यादा 300 अक्षर।',
      refused: () => 'सर्वर ने यह नहीं माना। एक बार फिर देखें।',
    },
    notChecked: 'जाँच नहीं हो पाई। आपका लिखा हुआ यहीं है।',
  },
}
