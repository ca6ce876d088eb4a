import type { EnquiryCategory } from '../../contract/desk/enquiry-states.ts'

type Helper = 'cs' | 'subadmin' | 'admin'

/** Something that happens to an enquiry; hours are counted back from now. */
export type EnquiryMoment = { hoursAgo: number } & (
  | { does: 'write'; words: string }
  | { does: 'answer' | 'settle' | 'note' | 'resolve'; by: Helper; words: string }
  | { does: 'give'; by: Helper; to: Helper }
  | { does: 'recategorise'; by: Helper; category: EnquiryCategory }
  | { does: 'close' }
)

export type EnquiryCase = {
  memberId: number
  hoursAgo: number
  category: EnquiryCategory
  subject: string
  words: string
  /** The last of its kind that the member has by then. */
  about?: 'scan' | 'lost scan' | 'redemption'
  withPicture?: true
  /** Who wrote it down for the member; else the member asks in the app. */
  by?: Helper
  next?: readonly EnquiryMoment[]
}

/** Every state and most categories; some are late, some soon will be, and the last wait for anybody. */
export const ENQUIRY_CASES: readonly EnquiryCase[] = [
  {
    memberId: 3,
    hoursAgo: 300,
    category: 'payment',
    subject: 'Tax taken from my payment',
    words: 'Less came to my account than I redeemed. Why was tax taken?',
    about: 'redemption',
    next: [
      {
        hoursAgo: 298,
        does: 'settle',
        by: 'cs',
        words:
          'Above ₹20,000 in a year tax is deducted as the law asks. You find it on the receipt, and can claim it in your return.',
      },
      { hoursAgo: 129, does: 'close' },
    ],
  },
  {
    memberId: 12,
    hoursAgo: 96,
    category: 'coupon',
    subject: 'कूपन स्कैन नहीं हो रहा',
    words: 'बोरी के अंदर का कूपन फट गया है, स्कैन नहीं होता।',
    about: 'scan',
    next: [
      { hoursAgo: 92, does: 'give', by: 'subadmin', to: 'subadmin' },
      {
        hoursAgo: 90,
        does: 'settle',
        by: 'subadmin',
        words: 'कृपया कूपन के नीचे लिखा कोड टाइप करें। ऐप में स्कैन के पास “कोड लिखें” दबाएं।',
      },
      { hoursAgo: 9, does: 'write', words: 'कोड भी आधा फटा है। अब क्या करूँ?' },
    ],
  },
  {
    memberId: 19,
    hoursAgo: 74,
    category: 'points',
    subject: 'Points of the dealers’ meet',
    words: 'We were promised 100 points for coming to the meet in Indore. I do not see them.',
    next: [
      {
        hoursAgo: 69,
        does: 'settle',
        by: 'cs',
        words: 'They were added this morning. Thank you for coming!',
      },
    ],
  },
  {
    memberId: 10,
    hoursAgo: 60,
    category: 'redemption',
    subject: 'My money does not come',
    words: 'The payment failed twice. My bank says the account is fine.',
    about: 'redemption',
    next: [
      { hoursAgo: 56, does: 'give', by: 'cs', to: 'subadmin' },
      {
        hoursAgo: 55,
        does: 'answer',
        by: 'subadmin',
        words: 'Your bank told us that the account sleeps. Please use it once and write to us.',
      },
      { hoursAgo: 50, does: 'write', words: 'I took out ₹100 yesterday. Please try again.' },
      {
        hoursAgo: 48,
        does: 'note',
        by: 'subadmin',
        words: 'Asked finance whether a new account is the better way.',
      },
    ],
  },
  {
    memberId: 15,
    hoursAgo: 52,
    category: 'gift',
    subject: 'उपहार वापस चला गया',
    words: 'मैं दुकान पर नहीं था और पार्सल वापस चला गया। दोबारा भेजिए।',
    about: 'redemption',
    next: [
      {
        hoursAgo: 46,
        does: 'answer',
        by: 'admin',
        words: 'क्या आपकी दुकान का पता वही है? उत्तर दें, फिर हम उपहार का रास्ता ठीक करेंगे।',
      },
    ],
  },
  {
    memberId: 29,
    hoursAgo: 44,
    category: 'kyc',
    subject: 'KYC rejected',
    words: 'My KYC was rejected. The papers are those of my brother, we work together.',
    next: [
      {
        hoursAgo: 41,
        does: 'resolve',
        by: 'cs',
        words: 'Told on the telephone that only own papers count',
      },
    ],
  },
  {
    memberId: 33,
    hoursAgo: 30,
    category: 'kyc',
    subject: 'पैन का नाम',
    words: 'पैन पर मेरा नाम दूसरी तरह लिखा है। क्या करना होगा?',
    next: [
      {
        hoursAgo: 27,
        does: 'answer',
        by: 'cs',
        words: 'ऐप में नाम वैसा ही लिखिए जैसा पैन पर है, और दोबारा भेजिए।',
      },
    ],
  },
  {
    memberId: 7,
    hoursAgo: 26,
    category: 'payment',
    subject: 'Account closed',
    words: 'My old account is closed. Where did the money go?',
    about: 'redemption',
    next: [
      {
        hoursAgo: 24,
        does: 'answer',
        by: 'cs',
        words: 'It came back to us. Send your new account under KYC, then we pay it again.',
      },
      { hoursAgo: 4, does: 'write', words: 'I sent the new account today.' },
    ],
  },
  {
    memberId: 27,
    hoursAgo: 23,
    category: 'scheme',
    subject: 'Putty festival in Pune',
    words: 'Does the festival also count for the 5 kg packs?',
  },
  {
    memberId: 14,
    hoursAgo: 9,
    category: 'other',
    subject: 'उपहार की वारंटी',
    words: 'ड्रिल मशीन का वारंटी कार्ड पैकेट में नहीं था।',
    by: 'subadmin',
    next: [{ hoursAgo: 8.8, does: 'recategorise', by: 'subadmin', category: 'gift' }],
  },
  {
    memberId: 22,
    hoursAgo: 6.5,
    category: 'dispute',
    subject: 'Somebody else has my coupon',
    words: 'I opened the bag myself and the app says that the coupon was scanned before.',
    about: 'lost scan',
    next: [
      { hoursAgo: 6, does: 'give', by: 'admin', to: 'cs' },
      {
        hoursAgo: 5.5,
        does: 'note',
        by: 'cs',
        words: 'The first scan was in another town. Asked the dealer.',
      },
    ],
  },
  {
    memberId: 8,
    hoursAgo: 5,
    category: 'payment',
    subject: 'पैसा कब आएगा',
    words: 'तीन दिन हो गए, मेरे खाते में पैसा नहीं आया।',
    about: 'redemption',
  },
  {
    memberId: 39,
    hoursAgo: 2.5,
    category: 'payment',
    subject: 'Which bank do you pay to',
    words: 'I have two accounts. To which one will you pay?',
  },
  {
    memberId: 23,
    hoursAgo: 1.5,
    category: 'coupon',
    subject: 'Torn coupon',
    words: 'The coupon was torn when I opened the bag. A picture is with it.',
    withPicture: true,
  },
  {
    memberId: 31,
    hoursAgo: 0.5,
    category: 'points',
    subject: 'अंक कम हैं',
    words: 'कल पाँच बोरी स्कैन की, अंक चार के ही आए।',
    about: 'scan',
  },
]

export const CANNED: readonly {
  by: Helper
  title: string
  category: EnquiryCategory | null
  en: string
  hi: string
}[] = [
  {
    by: 'cs',
    title: 'Coupon: type the code',
    category: 'coupon',
    en: 'Dear {name}, please type the code that is printed under the coupon: press “Type the code” beside the scanner.',
    hi: 'प्रिय {name}, कृपया कूपन के नीचे छपा कोड टाइप करें: स्कैनर के पास “कोड लिखें” दबाएं।',
  },
  {
    by: 'cs',
    title: 'Coupon: send a picture',
    category: 'coupon',
    en: 'Dear {name}, please send a picture of the whole coupon and of the bag with its batch number.',
    hi: 'प्रिय {name}, कृपया पूरे कूपन की और बैच नंबर दिखाती बोरी की तस्वीर भेजें।',
  },
  {
    by: 'subadmin',
    title: 'Payment: on its way',
    category: 'payment',
    en: 'Dear {name}, your payment is on its way. Banks may take up to three working days. Your enquiry is {number}.',
    hi: 'प्रिय {name}, आपका भुगतान रास्ते में है। बैंक को तीन कार्य दिवस लग सकते हैं। आपकी पूछताछ {number} है।',
  },
  {
    by: 'subadmin',
    title: 'Payment: new account needed',
    category: 'payment',
    en: 'Dear {name}, your bank sent the money back. Please give another account under KYC; then we pay it again.',
    hi: 'प्रिय {name}, आपके बैंक ने पैसा लौटा दिया। कृपया KYC में दूसरा खाता दें; तब हम फिर भुगतान करेंगे।',
  },
  {
    by: 'admin',
    title: 'KYC: send it again',
    category: 'kyc',
    en: 'Dear {name}, please send the picture again in good light, with all four corners and without a finger on it.',
    hi: 'प्रिय {name}, कृपया अच्छी रोशनी में चारों कोनों के साथ, बिना उँगली के, तस्वीर दोबारा भेजें।',
  },
  {
    by: 'admin',
    title: 'Thank you',
    category: null,
    en: 'Dear {name}, thank you for writing. {number} is settled; write here again if it is not.',
    hi: 'प्रिय {name}, लिखने के लिए धन्यवाद। {number} का समाधान हो गया है; यदि नहीं, तो यहीं फिर लिखें।',
  },
]
