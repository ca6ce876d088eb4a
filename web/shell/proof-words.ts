import { FRESH_MINUTES } from '../../contract/endpoint.ts'
import type { Language } from '../../contract/people/members.ts'

type ProofWords = {
  title: string
  why: string
  password: string
  code: string
  passkey: string
  byCode: string
  byPassword: string
  confirm: string
  cancel: string
  close: string
}

/** Staff read English, and workers the language of their phone. */
export const PROOF_WORDS: Record<Language, ProofWords> = {
  en: {
    title: 'Confirm it is you',
    why: `This matters, so it asks again who you are. You are not asked again for ${FRESH_MINUTES} minutes.`,
    password: 'Password',
    code: 'Code',
    passkey: 'Use a passkey',
    byCode: 'Use a code instead',
    byPassword: 'Use the password instead',
    confirm: 'Confirm',
    cancel: 'Cancel',
    close: 'Close',
  },
  hi: {
    title: 'पुष्टि करें कि यह आप ही हैं',
    why: `यह ज़रूरी काम है, इसलिए फिर से पूछा जा रहा है। इसके बाद ${FRESH_MINUTES} मिनट तक नहीं पूछा जाएगा।`,
    password: 'पासवर्ड',
    code: 'कोड',
    passkey: 'पासकी से पुष्टि करें',
    byCode: 'इसके बजाय कोड डालें',
    byPassword: 'इसके बजाय पासवर्ड डालें',
    confirm: 'पुष्टि करें',
    cancel: 'रद्द करें',
    close: 'बंद करें',
  },
}

/** What went wrong, for whoever does not read the server's English. */
export const HINDI_FAILURES = {
  nothing: 'यहाँ कुछ लिखें।',
  password: 'यह आपका पासवर्ड नहीं है।',
  code: 'यह कोड सही नहीं है।',
  other: 'पुष्टि नहीं हो सकी। नेटवर्क देखें और फिर कोशिश करें।',
}
