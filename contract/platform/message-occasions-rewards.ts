import { smsOccasion } from './message-occasion.ts'

const redemption = {
  label: 'Number of the redemption',
  example: 'RD-2026-000123',
  needed: true,
} as const
const points = { label: 'Points', example: '1,200' } as const
const amount = { label: 'Amount', example: '₹1,200.00' } as const
const destination = { label: 'Where the money goes', example: '••••••••1234' } as const
const gift = { label: 'Gift and quantity', example: '2 × Cordless drill' } as const
const enquiry = { label: 'Number of the enquiry', example: 'EN-2026-000045', needed: true } as const

/** What members are told of their KYC, their points and what they asked for. */
export const REWARD_OCCASIONS = {
  kyc_approved: smsOccasion({
    group: 'KYC',
    label: 'KYC approved',
    when: 'A KYC is approved.',
    variables: {},
    en: '{programme}: Your KYC is approved. You can redeem your points.',
    hi: '{programme}: आपका केवाईसी स्वीकृत हो गया है। आप अपने अंक भुना सकते हैं।',
  }),
  kyc_resubmit: smsOccasion({
    group: 'KYC',
    label: 'KYC to be sent again',
    when: 'Some details of a KYC are refused.',
    variables: {
      reasons: {
        label: 'Each refused detail with its reason',
        example: 'Bank account: The picture is not clear.',
        needed: true,
      },
    },
    en: '{programme}: Please send these KYC details again in the app. {reasons}',
    hi: '{programme}: कृपया ये केवाईसी विवरण ऐप में दोबारा भेजें। {reasons}',
  }),
  kyc_rejected: smsOccasion({
    group: 'KYC',
    label: 'KYC rejected',
    when: 'A KYC is rejected.',
    variables: { note: { label: 'The reviewer’s note', example: 'The documents are not yours.' } },
    en: '{programme}: Your KYC was not accepted. {note}',
    hi: '{programme}: आपका केवाईसी स्वीकार नहीं हुआ। {note}',
  }),
  kyc_revoked: smsOccasion({
    group: 'KYC',
    label: 'KYC revoked',
    when: 'An approved KYC is revoked.',
    variables: {},
    en: '{programme}: Your KYC is no longer valid. Please send it again in the app.',
    hi: '{programme}: आपका केवाईसी अब मान्य नहीं है। कृपया ऐप में दोबारा भेजें।',
  }),

  redemption_requested: smsOccasion({
    group: 'Redemptions',
    label: 'Requested by staff',
    when: 'Staff request a redemption on a member’s word.',
    variables: { number: redemption, points },
    en: '{programme}: {number}: {points} points were asked to be redeemed on your word. If it was not you, tell the helpdesk.',
    hi: '{programme}: {number}: आपके कहने पर {points} अंक भुनाने का अनुरोध किया गया है। यदि यह आपने नहीं कहा, तो हेल्पडेस्क को बताएं।',
  }),
  redemption_approved: smsOccasion({
    group: 'Redemptions',
    label: 'Approved, to be paid',
    when: 'A redemption to a bank account or a UPI address is approved.',
    variables: { number: redemption, amount, destination },
    en: '{programme}: {number} is approved: {amount}, less tax where it is due, will be paid to {destination}.',
    hi: '{programme}: {number} स्वीकृत हुआ: {amount} (लागू कर घटाकर) {destination} में भेजे जाएंगे।',
  }),
  redemption_approved_gift: smsOccasion({
    group: 'Redemptions',
    label: 'Approved, a gift',
    when: 'A redemption of a gift is approved.',
    variables: { number: redemption, gift },
    en: '{programme}: {number} is approved: {gift} will be sent to you.',
    hi: '{programme}: {number} स्वीकृत हुआ: {gift} आपको भेजा जाएगा।',
  }),
  redemption_rejected: smsOccasion({
    group: 'Redemptions',
    label: 'Rejected',
    when: 'A redemption is rejected.',
    variables: {
      number: redemption,
      points,
      reason: { label: 'Why it was rejected', example: 'Not sent to this state.' },
    },
    en: '{programme}: {number} was rejected; its {points} points are yours again. {reason}',
    hi: '{programme}: {number} अस्वीकार हुआ; {points} अंक आपके खाते में वापस आ गए हैं। {reason}',
  }),

  payment_paid: smsOccasion({
    group: 'Payments',
    label: 'Paid',
    when: 'The money of a redemption arrived.',
    variables: {
      number: redemption,
      amount,
      destination,
      tax: { label: 'Tax deducted', example: '₹120.00' },
      utr: { label: 'UTR of the bank; a dash where none was told', example: 'AXIS00012345678' },
    },
    en: '{programme}: {number}: {amount} was paid to {destination}. Tax deducted: {tax}. UTR: {utr}.',
    hi: '{programme}: {number}: {amount} {destination} में भेज दिए गए हैं। काटा गया कर: {tax}। UTR: {utr}।',
  }),
  payment_failed: smsOccasion({
    group: 'Payments',
    label: 'Failed',
    when: 'The money of a redemption did not arrive.',
    variables: { number: redemption, amount, destination, points },
    en: '{programme}: {number}: {amount} could not be paid to {destination}. Your {points} points stay set aside for it while we look into it.',
    hi: '{programme}: {number}: {amount} {destination} में नहीं भेजे जा सके। आपके {points} अंक इसके लिए सुरक्षित हैं; हम इसकी जांच कर रहे हैं।',
  }),
  payment_reversed: smsOccasion({
    group: 'Payments',
    label: 'Sent back by the bank',
    when: 'The bank sent a payment back.',
    variables: { number: redemption, amount, destination, points },
    en: '{programme}: {number}: {amount} came back from {destination}. Your {points} points stay set aside for it while we look into it.',
    hi: '{programme}: {number}: {amount} {destination} से वापस आ गए। आपके {points} अंक इसके लिए सुरक्षित हैं; हम इसकी जांच कर रहे हैं।',
  }),
  payment_given_up: smsOccasion({
    group: 'Payments',
    label: 'Points given back',
    when: 'A redemption cannot be paid and is cancelled.',
    variables: { number: redemption, points },
    en: '{programme}: {number} could not be paid; its {points} points are yours again.',
    hi: '{programme}: {number} का भुगतान नहीं हो सका; {points} अंक आपके खाते में वापस आ गए हैं।',
  }),
  payment_details: smsOccasion({
    group: 'Payments',
    label: 'Other details asked for',
    when: 'A payment needs another bank account or UPI address.',
    variables: {
      number: redemption,
      destination,
      place: { label: 'What is asked for', example: 'bank account' },
      points,
    },
    en: '{programme}: {number} could not be paid to {destination}. Please give another {place} in the app, under My KYC. Your {points} points stay set aside until then.',
    hi: "{programme}: {number}: {destination} में भुगतान नहीं हो सका। कृपया ऐप में 'मेरा KYC' में दूसरा {place} दें। तब तक आपके {points} अंक इसके लिए सुरक्षित हैं।",
  }),

  gift_dispatched: smsOccasion({
    group: 'Gifts',
    label: 'Dispatched',
    when: 'A gift is on its way.',
    variables: {
      number: redemption,
      gift,
      courier: { label: 'Courier', example: 'Blue Dart' },
      tracking: { label: 'Tracking number', example: '75390123456' },
    },
    en: '{programme}: {number}: {gift} is on its way to you by {courier}, tracking number {tracking}.',
    hi: '{programme}: {number}: {gift} {courier} से आपको भेजा गया है, ट्रैकिंग नंबर {tracking}।',
  }),
  gift_delivered: smsOccasion({
    group: 'Gifts',
    label: 'Delivered',
    when: 'A gift was delivered.',
    variables: { number: redemption, gift },
    en: '{programme}: {number}: {gift} was delivered to you. If you do not have it, tell the helpdesk.',
    hi: '{programme}: {number}: {gift} आपको पहुँचा दिया गया है। यदि आपको नहीं मिला, तो हेल्पडेस्क को बताएं।',
  }),
  gift_returned: smsOccasion({
    group: 'Gifts',
    label: 'Came back',
    when: 'A gift came back and its redemption is cancelled.',
    variables: { number: redemption, gift, points },
    en: '{programme}: {number}: {gift} came back to us and is cancelled; its {points} points are yours again.',
    hi: '{programme}: {number}: {gift} हमारे पास वापस आ गया और रद्द हुआ; {points} अंक आपके खाते में वापस आ गए हैं।',
  }),

  enquiry_answered: smsOccasion({
    group: 'Helpdesk',
    label: 'Enquiry answered',
    when: 'The helpdesk answers an enquiry.',
    variables: { number: enquiry },
    en: '{programme}: your enquiry {number} is answered. Read it in the app.',
    hi: '{programme}: आपकी पूछताछ {number} का उत्तर आ गया है। ऐप में पढ़ें।',
  }),
  enquiry_resolved: smsOccasion({
    group: 'Helpdesk',
    label: 'Enquiry settled',
    when: 'The helpdesk settles an enquiry.',
    variables: { number: enquiry },
    en: '{programme}: your enquiry {number} is settled. Read it in the app; if it is not settled for you, write there within 7 days.',
    hi: '{programme}: आपकी पूछताछ {number} का समाधान हो गया है। ऐप में पढ़ें; यदि समाधान न हुआ हो, तो 7 दिन के भीतर वहीं लिखें।',
  }),
  points_taken_back: smsOccasion({
    group: 'Helpdesk',
    label: 'Points taken back after a dispute',
    when: 'A dispute gives a coupon to another member.',
    variables: {
      points,
      day: { label: 'Day of the scan', example: '2026-11-02' },
      batch: { label: 'Batch', example: '12' },
      serial: { label: 'Serial in the batch', example: '345' },
    },
    en: "{programme}: {points} points of your scan of {day} (coupon batch {batch} no. {serial}) were taken back: two of our staff decided that the coupon is another member's. If you do not agree, open a coupon dispute about this scan in the app.",
    hi: '{programme}: {day} के आपके स्कैन (कूपन बैच {batch} नं. {serial}) के {points} अंक वापस लिए गए: हमारे दो कर्मचारियों ने तय किया कि कूपन किसी दूसरे सदस्य का है। यदि आप सहमत नहीं हैं, तो ऐप में इस स्कैन पर कूपन विवाद खोलें।',
  }),
} as const
