import type { CouponStatus } from '../../../../../contract/programme/coupons.ts'
import { formatAmount, formatNumber } from '../../../../lib/format.ts'
import type { Words } from '../language.ts'
import type { Action } from './activation-form.ts'

type StepWords = {
  ask: Record<Action, string>
  change: Record<Action, (count: string) => string>
  nothing: Record<Action, string>
  stay: string
  why: Record<Action, Partial<Record<CouponStatus, string>>>
  whyElse: string
  reactivated: (count: number) => string
  explained: (count: number) => string
  otherLot: (selected: string) => string
  reason: string
  run: (run: string) => string
  carton: (run: string) => string
  confirm: Record<Action, (count: number) => string>
  back: string
  working: Record<Action, (count: number) => string>
  takesTime: string
  takesLong: string
  lost: string
  lostNext: string
  stopped: string
  askAgain: string
  refused: string
  done: Record<Action, (count: number) => string>
  doneNothing: string
  doneNothingNext: string
  next: string
  otherLotNext: string
  doneBefore: string
}

/** What is said from the preview on. */
export const STEP_WORDS: Words<StepWords> = {
  en: {
    ask: { activate: 'Activate these?', deactivate: 'Deactivate these?' },
    change: {
      activate: (count) => `${count} will become active`,
      deactivate: (count) => `${count} will be deactivated`,
    },
    nothing: {
      activate: 'Nothing here can be activated.',
      deactivate: 'Nothing here can be deactivated.',
    },
    stay: 'These stay as they are',
    why: {
      activate: {
        active: 'Active already',
        scanned: 'Scanned by a member: the points are given',
        blocked: 'Blocked by the office: ask your supervisor',
      },
      deactivate: {
        printed: 'Not active yet',
        deactivated: 'Deactivated already',
        scanned: 'Scanned by a member: the points are given',
        blocked: 'Blocked by the office',
      },
    },
    whyElse: 'Changed by somebody else at the same moment',
    reactivated: (count) =>
      `Careful: ${formatNumber(count)} of them were deactivated before and would be active again.`,
    explained: (count) =>
      `Careful: for ${formatNumber(count)} of them somebody said why they are not in the trade.`,
    otherLot: (selected) => `This code is of another lot than the one you chose (${selected}).`,
    reason: 'Reason',
    run: (run) => `Serial ${run}`,
    carton: (run) => `Carton ${run}`,
    confirm: {
      activate: (count) => `Activate ${formatAmount(count, 'coupon')}`,
      deactivate: (count) => `Deactivate ${formatAmount(count, 'coupon')}`,
    },
    back: 'Change it',
    working: {
      activate: (count) => `Activating ${formatAmount(count, 'coupon')} …`,
      deactivate: (count) => `Deactivating ${formatAmount(count, 'coupon')} …`,
    },
    takesTime: 'Keep this page open. Do not press again.',
    takesLong: 'It is still at work. So many coupons take a minute.',
    lost: 'No answer came',
    lostNext: 'It may be done or not. Ask again: nothing is done twice.',
    stopped: 'It stopped on the way. What is done stays done. Ask again for the rest.',
    askAgain: 'Ask again',
    refused: 'This was not finished',
    done: {
      activate: (count) => `${formatAmount(count, 'coupon')} activated`,
      deactivate: (count) => `${formatAmount(count, 'coupon')} deactivated`,
    },
    doneNothing: 'Nothing changed',
    doneNothingNext: 'They were so already, or cannot be changed:',
    next: 'Next of this lot',
    otherLotNext: 'Other lot',
    doneBefore: 'Done here before',
  },
  hi: {
    ask: { activate: 'इन्हें चालू करें?', deactivate: 'इन्हें बंद करें?' },
    change: {
      activate: (count) => `${count} चालू हो जाएँगे`,
      deactivate: (count) => `${count} बंद हो जाएँगे`,
    },
    nothing: {
      activate: 'इनमें से कुछ भी चालू नहीं हो सकता।',
      deactivate: 'इनमें से कुछ भी बंद नहीं हो सकता।',
    },
    stay: 'ये वैसे ही रहेंगे',
    why: {
      activate: {
        active: 'पहले से चालू हैं',
        scanned: 'ग्राहक ने स्कैन कर लिए: पॉइंट मिल चुके',
        blocked: 'ऑफ़िस ने ब्लॉक किए: सुपरवाइज़र से पूछें',
      },
      deactivate: {
        printed: 'अभी चालू ही नहीं हुए',
        deactivated: 'पहले से बंद हैं',
        scanned: 'ग्राहक ने स्कैन कर लिए: पॉइंट मिल चुके',
        blocked: 'ऑफ़िस ने ब्लॉक किए',
      },
    },
    whyElse: 'इसी समय किसी और ने बदल दिए',
    reactivated: (count) =>
      `ध्यान दें: इनमें से ${formatNumber(count)} पहले बंद किए गए थे, वे फिर चालू हो जाएँगे।`,
    explained: (count) => `ध्यान दें: इनमें से ${formatNumber(count)} के लिए कारण लिखा जा चुका है।`,
    otherLot: (selected) => `यह कोड आपके चुने लॉट (${selected}) का नहीं, दूसरे लॉट का है।`,
    reason: 'कारण',
    run: (run) => `सीरियल ${run}`,
    carton: (run) => `कार्टन ${run}`,
    confirm: {
      activate: (count) => `${formatNumber(count)} कूपन चालू करें`,
      deactivate: (count) => `${formatNumber(count)} कूपन बंद करें`,
    },
    back: 'बदलें',
    working: {
      activate: (count) => `${formatNumber(count)} कूपन चालू हो रहे हैं …`,
      deactivate: (count) => `${formatNumber(count)} कूपन बंद हो रहे हैं …`,
    },
    takesTime: 'यह पेज खुला रखें। दोबारा न दबाएँ।',
    takesLong: 'काम चल रहा है। इतने कूपन में एक मिनट लगता है।',
    lost: 'जवाब नहीं आया',
    lostNext: 'हो सकता है काम हो गया हो, या नहीं। फिर से पूछें: कुछ भी दो बार नहीं होगा।',
    stopped: 'काम बीच में रुक गया। जितना हो गया, वह हो गया। बाकी के लिए फिर से पूछें।',
    askAgain: 'फिर से पूछें',
    refused: 'यह पूरा नहीं हुआ',
    done: {
      activate: (count) => `${formatNumber(count)} कूपन चालू हो गए`,
      deactivate: (count) => `${formatNumber(count)} कूपन बंद हो गए`,
    },
    doneNothing: 'कुछ नहीं बदला',
    doneNothingNext: 'ये पहले से ऐसे ही थे, या बदल नहीं सकते:',
    next: 'इसी लॉट में आगे',
    otherLotNext: 'दूसरा लॉट',
    doneBefore: 'अभी यहाँ किया गया काम',
  },
}
