import type { PlantScanResult } from '../../../../../contract/programme/plant.ts'
import { formatAmount, formatNumber } from '../../../../lib/format.ts'
import type { QrCameraWords } from '../../../../ui/qr-camera/qr-camera.tsx'
import type { Words } from '../language.ts'

type Said = { title: string; advice?: string }
export type ScanningWords = {
  title: string
  camera: QrCameraWords
  ready: Said
  results: Record<PlantScanResult, Said>
  cartonActivated: (packs: number) => string
  kept: Said
  undoing: Said
  again: Said
  malformed: Said
  notKept: Said
  answers: (total: number) => string
  answersBad: (total: number, bad: number) => string
  seeList: string
  packs: string
  thisPhone: string
  keptCount: (count: number) => string
  allSent: string
  restSent: string
  sending: string
  offline: string
  unreachable: string
  stopped: string
  broken: Said
  sendNow: string
  tryAgain: string
  refused: (count: number) => string
  refusedAdvice: string
  drop: string
  dropSure: (count: number) => string
  others: (count: number, name: string) => string
  undo: (tail: string) => string
  /** On the button while there is nothing to take back. */
  nothingToUndo: string
  byHand: string
  byHandHelp: string
  byHandWrong: string
  add: string
  last: string
  noneYet: string
  takenBack: string
  takingBack: string
  notAccepted: string
  waiting: string
  soundOn: string
  soundOff: string
  menu: string
  install: string
  alwaysOffline: string
}

export const SCANNING_WORDS: Words<ScanningWords> = {
  en: {
    title: 'QR scanning',
    camera: {
      picture: 'Picture of the camera',
      starting: 'The camera is starting …',
      paused: 'The camera is off while this page is out of sight.',
      problems: {
        refused: {
          title: 'The camera is not allowed',
          advice:
            'Tap the lock beside the address, allow Camera, then try again. Or type the code below.',
        },
        missing: { title: 'No camera was found', advice: 'Type the code below.' },
        busy: {
          title: 'The camera is busy',
          advice: 'Close the other app that uses it, then try again. Or type the code below.',
        },
        insecure: {
          title: 'The camera works only over a safe connection',
          advice: 'Open this page with https. Until then type the code below.',
        },
        failed: {
          title: 'The camera did not start',
          advice: 'Try again, or type the code below.',
        },
      },
      again: 'Try again',
      light: 'Torch',
      otherCamera: 'Other camera',
    },
    ready: { title: 'Hold a pack or carton in front of the camera' },
    results: {
      activated: { title: 'Activated' },
      already_active: { title: 'Already active', advice: 'Nothing more to do.' },
      scanned: { title: 'Used already', advice: 'A member has scanned it. Put the pack aside.' },
      blocked: { title: 'Blocked', advice: 'The office has blocked it. Put the pack aside.' },
      batch_blocked: { title: 'Lot blocked', advice: 'Put it aside and tell the supervisor.' },
      not_ready: {
        title: 'Lot not ready',
        advice: 'Its coupons are not made yet. Tell the supervisor.',
      },
      expired: { title: 'Expired', advice: 'The last day of this lot is over. Put it aside.' },
      other_plant: { title: 'Other plant', advice: 'This is not a pack of your plant.' },
      unknown: {
        title: 'Unknown code',
        advice: 'This is not one of our coupons. Put the pack aside.',
      },
      undone: { title: 'Taken back', advice: 'It is not active any more.' },
      nothing_to_undo: {
        title: 'Nothing to take back',
        advice: 'It was not made active by you, or is used.',
      },
      id_taken: { title: 'Not taken', advice: 'Scan this pack once more.' },
    },
    cartonActivated: (packs) => `Carton activated: ${formatNumber(packs)} packs`,
    kept: { title: 'Kept on this phone' },
    undoing: { title: 'Taking back', advice: 'Kept on this phone until it is sent.' },
    again: { title: 'Already scanned', advice: 'It waits on this phone to be sent.' },
    malformed: {
      title: 'Not a coupon code',
      advice: 'Hold the coupon flat and clean, and scan again.',
    },
    notKept: {
      title: 'Not kept',
      advice: 'The phone’s storage is full or switched off. Free some space and scan again.',
    },
    answers: (total) => `${formatNumber(total)} sent, all fine`,
    answersBad: (total, bad) => `${formatNumber(total)} sent, ${formatNumber(bad)} not fine`,
    seeList: 'See the list below.',
    packs: 'Packs activated',
    thisPhone: 'on this phone, this shift',
    keptCount: (count) => `${formatNumber(count)} kept on this phone, not sent yet`,
    allSent: 'Everything is sent',
    restSent: 'All others are sent',
    sending: 'Sending …',
    offline: 'No network. Go on scanning: everything is kept on this phone and sent later.',
    unreachable: 'The server cannot be reached. It is tried again by itself.',
    stopped: 'The server did not take the readings',
    broken: {
      title: 'This phone cannot keep readings',
      advice:
        'Its storage is full or switched off, or this is a private window. Free some space or open the page in an ordinary window. Nothing can be scanned until then.',
    },
    sendNow: 'Send now',
    tryAgain: 'Try again',
    refused: (count) => `${formatNumber(count)} not accepted`,
    refusedAdvice:
      'They stay on this phone. Tell the supervisor, then try again or throw them away.',
    drop: 'Throw away',
    dropSure: (count) => `Yes, throw ${formatNumber(count)} away`,
    others: (count, name) =>
      `${formatAmount(count, 'reading')} of ${name} kept on this phone until ${name} signs in.`,
    undo: (tail) => `Undo …${tail}`,
    nothingToUndo: 'Undo',
    byHand: 'Type a code',
    byHandHelp: 'The 17 letters and digits under the QR',
    byHandWrong: 'A letter is wrong or missing. Compare it with the pack.',
    add: 'Add',
    last: 'Last readings',
    noneYet: 'What you scan appears here.',
    takenBack: 'Taken back',
    takingBack: 'Taking back',
    notAccepted: 'Not accepted',
    waiting: 'Kept, not sent',
    soundOn: 'Sound on',
    soundOff: 'Sound off',
    menu: 'More',
    install: 'Install on this phone',
    alwaysOffline: 'Always go on scanning without a network on this phone',
  },
  hi: {
    title: 'QR स्कैन',
    camera: {
      picture: 'कैमरे की तस्वीर',
      starting: 'कैमरा चालू हो रहा है …',
      paused: 'पेज सामने नहीं है, इसलिए कैमरा बंद है।',
      problems: {
        refused: {
          title: 'कैमरे की इजाज़त नहीं है',
          advice: 'ऊपर पते के पास ताले को दबाएँ, कैमरा की इजाज़त दें, फिर कोशिश करें। या नीचे कोड लिखें।',
        },
        missing: { title: 'कैमरा नहीं मिला', advice: 'नीचे कोड लिखें।' },
        busy: {
          title: 'कैमरा किसी और ऐप में चल रहा है',
          advice: 'वह ऐप बंद करें, फिर कोशिश करें। या नीचे कोड लिखें।',
        },
        insecure: {
          title: 'इस पते पर कैमरा नहीं चलता',
          advice: 'पेज को https से खोलें। तब तक नीचे कोड लिखें।',
        },
        failed: { title: 'कैमरा चालू नहीं हुआ', advice: 'फिर कोशिश करें, या नीचे कोड लिखें।' },
      },
      again: 'फिर कोशिश करें',
      light: 'टॉर्च',
      otherCamera: 'दूसरा कैमरा',
    },
    ready: { title: 'पैकेट या कार्टन कैमरे के सामने रखें' },
    results: {
      activated: { title: 'चालू हो गया' },
      already_active: { title: 'पहले से चालू है', advice: 'कुछ और नहीं करना है।' },
      scanned: { title: 'इस्तेमाल हो चुका', advice: 'ग्राहक इसे स्कैन कर चुका है। पैकेट अलग रखें।' },
      blocked: { title: 'ब्लॉक है', advice: 'ऑफ़िस ने ब्लॉक किया है। पैकेट अलग रखें।' },
      batch_blocked: { title: 'लॉट ब्लॉक है', advice: 'अलग रखें और सुपरवाइज़र को बताएँ।' },
      not_ready: { title: 'लॉट तैयार नहीं', advice: 'इसके कूपन अभी बने नहीं हैं। सुपरवाइज़र को बताएँ।' },
      expired: { title: 'तारीख निकल गई', advice: 'इस लॉट की आख़िरी तारीख निकल चुकी है। अलग रखें।' },
      other_plant: { title: 'दूसरे प्लांट का है', advice: 'यह आपके प्लांट का माल नहीं है।' },
      unknown: { title: 'अनजान कोड', advice: 'यह हमारा कूपन नहीं है। पैकेट अलग रखें।' },
      undone: { title: 'वापस लिया गया', advice: 'अब यह चालू नहीं है।' },
      nothing_to_undo: {
        title: 'वापस लेने को कुछ नहीं',
        advice: 'इसे आपने चालू नहीं किया था, या इस्तेमाल हो चुका है।',
      },
      id_taken: { title: 'नहीं लिया गया', advice: 'यह पैकेट एक बार फिर स्कैन करें।' },
    },
    cartonActivated: (packs) => `कार्टन चालू: ${formatNumber(packs)} पैकेट`,
    kept: { title: 'फ़ोन में रख लिया' },
    undoing: { title: 'वापस ले रहे हैं', advice: 'भेजने तक फ़ोन में रखा है।' },
    again: { title: 'पहले ही स्कैन हो चुका', advice: 'यह फ़ोन में रखा है, अभी भेजना बाकी है।' },
    malformed: {
      title: 'यह कूपन का कोड नहीं है',
      advice: 'कूपन सीधा और साफ़ रखें, फिर स्कैन करें।',
    },
    notKept: {
      title: 'रखा नहीं जा सका',
      advice: 'फ़ोन में जगह नहीं है या स्टोरेज बंद है। थोड़ी जगह बनाएँ और फिर स्कैन करें।',
    },
    answers: (total) => `${formatNumber(total)} भेज दिए, सब ठीक`,
    answersBad: (total, bad) => `${formatNumber(total)} भेज दिए, ${formatNumber(bad)} ठीक नहीं`,
    seeList: 'नीचे सूची देखें।',
    packs: 'पैकेट चालू हुए',
    thisPhone: 'इस फ़ोन से, इस शिफ़्ट में',
    keptCount: (count) => `${formatNumber(count)} फ़ोन में रखे हैं, अभी भेजे नहीं`,
    allSent: 'सब भेज दिया',
    restSent: 'बाकी सब भेज दिए',
    sending: 'भेज रहे हैं …',
    offline: 'नेटवर्क नहीं है। स्कैन करते रहें: सब फ़ोन में रखा जाएगा और बाद में भेजा जाएगा।',
    unreachable: 'सर्वर तक नहीं पहुँच पा रहे। अपने आप फिर कोशिश होगी।',
    stopped: 'सर्वर ने स्कैन नहीं लिए',
    broken: {
      title: 'यह फ़ोन स्कैन रख नहीं सकता',
      advice:
        'जगह भर गई है, स्टोरेज बंद है, या यह प्राइवेट विंडो है। जगह बनाएँ या पेज को आम विंडो में खोलें। तब तक स्कैन नहीं होगा।',
    },
    sendNow: 'अभी भेजें',
    tryAgain: 'फिर कोशिश करें',
    refused: (count) => `${formatNumber(count)} नहीं लिए गए`,
    refusedAdvice: 'ये फ़ोन में रखे हैं। सुपरवाइज़र को बताएँ, फिर कोशिश करें या हटा दें।',
    drop: 'हटा दें',
    dropSure: (count) => `हाँ, ${formatNumber(count)} हटा दें`,
    others: (count, name) =>
      `${name} के ${formatNumber(count)} स्कैन इस फ़ोन में रखे हैं। ${name} के लॉग इन करने पर जाएँगे।`,
    undo: (tail) => `वापस लें …${tail}`,
    nothingToUndo: 'वापस लें',
    byHand: 'कोड लिखें',
    byHandHelp: 'QR के नीचे लिखे 17 अक्षर और अंक',
    byHandWrong: 'कोई अक्षर गलत है या छूट गया है। पैकेट से मिलाएँ।',
    add: 'जोड़ें',
    last: 'पिछले स्कैन',
    noneYet: 'जो स्कैन करेंगे वह यहाँ दिखेगा।',
    takenBack: 'वापस लिया',
    takingBack: 'वापस ले रहे हैं',
    notAccepted: 'नहीं लिया गया',
    waiting: 'रखा है, भेजा नहीं',
    soundOn: 'आवाज़ चालू',
    soundOff: 'आवाज़ बंद',
    menu: 'और',
    install: 'फ़ोन में इंस्टॉल करें',
    alwaysOffline: 'इस फ़ोन पर बिना नेटवर्क भी हमेशा स्कैन चलता रहे',
  },
}
