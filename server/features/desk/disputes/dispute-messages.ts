import type { Language } from '../../../../contract/people/members.ts'
import { message, type Message } from '../../platform/messages/index.ts'

type Coupon = { batchId: number; serial: number }
type Moved = Coupon & { points: number }

const ANSWERS: Record<
  Language,
  { moved: (about: Moved) => string; kept: (about: Moved) => string }
> = {
  en: {
    moved: ({ points, batchId, serial }) =>
      `We looked at both scans of the coupon (batch ${batchId}, no. ${serial}). It is yours: its ${points} points are in your account now. A bonus of a scheme is not given with it.`,
    kept: ({ batchId, serial }) =>
      `We looked at both scans of the coupon (batch ${batchId}, no. ${serial}). Its points stay with the member who scanned it first. If you have something new to show, write here within 7 days.`,
  },
  hi: {
    moved: ({ points, batchId, serial }) =>
      `हमने कूपन (बैच ${batchId}, नं. ${serial}) के दोनों स्कैन देखे। कूपन आपका है: उसके ${points} अंक अब आपके खाते में हैं। इसके साथ किसी योजना का बोनस नहीं दिया जाता।`,
    kept: ({ batchId, serial }) =>
      `हमने कूपन (बैच ${batchId}, नं. ${serial}) के दोनों स्कैन देखे। उसके अंक पहले स्कैन करने वाले सदस्य के पास रहेंगे। यदि आपके पास दिखाने को कुछ नया है, तो 7 दिन के भीतर यहीं लिखें।`,
  },
}

/** What the claimant reads in the app, in their language. */
export const claimantAnswer = (outcome: 'moved' | 'kept', about: Moved, language: Language) =>
  ANSWERS[language][outcome](about)

/** What the first one is told by SMS whose points were taken back, and how to object. */
export const takenBack = ({ points, batchId, serial, day }: Moved & { day: string }): Message =>
  message('points_taken_back', { points, batch: batchId, serial, day })
