import type { CouponStatus } from '../../../../contract/programme/coupons.ts'
import { formatAmount, formatNumber } from '../../../lib/format.ts'
import type { Words } from './language.ts'

type Common = {
  states: Record<CouponStatus, string>
  expired: string
  batchBlocked: string
  coupons: (count: number) => string
  lot: (batchId: number, letters: string) => string
  product: string
  lotLabel: string
  serial: string
  carton: string
  expires: string
  loading: string
  again: string
  close: string
  cancel: string
  request: (id: string) => string
  failed: string
  /** What is told of a failure, by its reason or else its code; the server's own words are English. */
  failures: Record<string, string>
  otherFailure: string
}

/** What several pages of the worker section say. */
export const PLANT_WORDS: Words<Common> = {
  en: {
    states: {
      printed: 'Not active yet',
      active: 'Active',
      deactivated: 'Deactivated',
      scanned: 'Scanned by a member',
      blocked: 'Blocked by the office',
    },
    expired: 'Lot expired',
    batchBlocked: 'Lot blocked',
    coupons: (count) => formatAmount(count, 'coupon'),
    lot: (batchId, letters) => `Lot ${letters} · ${batchId}`,
    product: 'Product',
    lotLabel: 'Lot',
    serial: 'Serial',
    carton: 'Carton',
    expires: 'Last day',
    loading: 'Loading …',
    again: 'Try again',
    close: 'Close',
    cancel: 'Cancel',
    request: (id) => `Request ${id}`,
    failed: 'This could not be loaded',
    failures: {
      network: 'No answer came. Look whether the phone has network, then try again.',
      unreadable: 'The answer could not be read. Try again.',
    },
    otherFailure: 'Something went wrong. Try again.',
  },
  hi: {
    states: {
      printed: 'अभी चालू नहीं',
      active: 'चालू है',
      deactivated: 'बंद है',
      scanned: 'स्कैन हो चुका',
      blocked: 'ऑफ़िस ने ब्लॉक किया',
    },
    expired: 'लॉट की तारीख निकल गई',
    batchBlocked: 'लॉट ब्लॉक है',
    coupons: (count) => `${formatNumber(count)} कूपन`,
    lot: (batchId, letters) => `लॉट ${letters} · ${batchId}`,
    product: 'माल',
    lotLabel: 'लॉट',
    serial: 'सीरियल',
    carton: 'कार्टन',
    expires: 'आख़िरी तारीख',
    loading: 'खुल रहा है …',
    again: 'फिर कोशिश करें',
    close: 'वापस',
    cancel: 'रहने दें',
    request: (id) => `नंबर ${id}`,
    failed: 'यह खुल नहीं पाया',
    failures: {
      network: 'जवाब नहीं आया। फ़ोन का नेटवर्क देखें, फिर कोशिश करें।',
      unreadable: 'जवाब ठीक से नहीं आया। फिर कोशिश करें।',
      invalid: 'जो भरा है वह सही नहीं है। देखकर फिर भरें।',
      unauthenticated: 'आप लॉग आउट हो गए हैं। फिर से लॉग इन करें।',
      forbidden: 'यह दूसरे प्लांट का माल है।',
      not_found: 'यह नहीं मिला। नंबर देखकर फिर भरें।',
      conflict: 'यह अभी नहीं हो सकता। पेज फिर से खोलकर देखें।',
      batch_blocked: 'ऑफ़िस ने यह लॉट ब्लॉक किया है: इसे बदला नहीं जा सकता। सुपरवाइज़र को बताएँ।',
      batch_expired: 'इस लॉट की आख़िरी तारीख निकल चुकी है: इसे बदला नहीं जा सकता। पैकेट अलग रखें।',
      batch_not_ready: 'इस लॉट के कूपन अभी बने नहीं हैं। थोड़ी देर बाद फिर देखें।',
      too_many: 'बहुत जल्दी-जल्दी हो रहा है। एक मिनट रुककर फिर करें।',
      timeout: 'बहुत देर लग गई। फिर कोशिश करें।',
      unavailable: 'सर्वर अभी व्यस्त है। थोड़ा रुककर फिर करें।',
    },
    otherFailure: 'कुछ गड़बड़ हुई। फिर कोशिश करें।',
  },
}
