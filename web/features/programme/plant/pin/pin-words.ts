import type { Words } from '../language.ts'

type PinWords = {
  set: string
  change: string
  lockNow: string
  about: string
  askedFor: string
  pin: string
  again: string
  hint: string
  save: string
  saved: (until: string | null) => string
  short: string
  weak: string
  own: string
  differ: string
  locked: string
  lockedAbout: (name: string) => string
  kept: string
  unlock: string
  back: string
  wrong: string
  wrongEnds: string
  forgot: string
  signOut: string
  notSaved: string
  close: string
}

export const PIN_WORDS: Words<PinWords> = {
  en: {
    set: 'Set a PIN',
    change: 'Change PIN',
    lockNow: 'Lock',
    about:
      'With a PIN this phone stays signed in until your shift ends. When nobody touches it for some minutes it locks, and your PIN opens it again.',
    askedFor: 'You may be asked for your password first.',
    pin: 'New PIN',
    again: 'The same PIN again',
    hint: '4 to 6 digits',
    save: 'Save the PIN',
    saved: (until) =>
      until
        ? `The PIN is saved. This phone stays signed in until ${until}.`
        : 'The PIN is saved. It holds for your next shift.',
    short: 'A PIN has 4 to 6 digits.',
    weak: 'This PIN is easy to guess. Choose another.',
    own: 'This PIN stands in your mobile or employee code. Choose another.',
    differ: 'The two PINs are not the same.',
    locked: 'This phone is locked',
    lockedAbout: (name) => `${name}, enter your PIN to go on.`,
    kept: 'Everything you scanned and typed is kept.',
    unlock: 'Unlock',
    back: 'Delete the last digit',
    wrong: 'This is not your PIN.',
    wrongEnds: 'After five wrong PINs in a row you are signed out.',
    forgot: 'Forgot your PIN? Sign out, sign in with your password, and set a new one.',
    signOut: 'Sign out',
    notSaved: 'The PIN was not saved',
    close: 'Close',
  },
  hi: {
    set: 'पिन बनाएँ',
    change: 'पिन बदलें',
    lockNow: 'लॉक करें',
    about:
      'पिन बनाने पर यह फ़ोन शिफ़्ट ख़त्म होने तक लॉग इन रहता है। कुछ मिनट तक कोई न छुए तो लॉक हो जाता है, और आपके पिन से फिर खुलता है।',
    askedFor: 'पहले आपका पासवर्ड पूछा जा सकता है।',
    pin: 'नया पिन',
    again: 'वही पिन फिर से',
    hint: '4 से 6 अंक',
    save: 'पिन सेव करें',
    saved: (until) =>
      until
        ? `पिन सेव हो गया। यह फ़ोन ${until} तक लॉग इन रहेगा।`
        : 'पिन सेव हो गया। यह आपकी अगली शिफ़्ट से काम करेगा।',
    short: 'पिन में 4 से 6 अंक होते हैं।',
    weak: 'यह पिन आसानी से पता चल सकता है। दूसरा चुनें।',
    own: 'यह पिन आपके मोबाइल या कर्मचारी कोड में है। दूसरा चुनें।',
    differ: 'दोनों पिन एक जैसे नहीं हैं।',
    locked: 'फ़ोन लॉक है',
    lockedAbout: (name) => `${name}, आगे बढ़ने के लिए अपना पिन डालें।`,
    kept: 'जो स्कैन किया और जो भरा है, सब सुरक्षित है।',
    unlock: 'खोलें',
    back: 'आख़िरी अंक हटाएँ',
    wrong: 'यह आपका पिन नहीं है।',
    wrongEnds: 'लगातार पाँच बार ग़लत पिन डालने पर आप लॉग आउट हो जाएँगे।',
    forgot: 'पिन भूल गए? लॉग आउट करें, पासवर्ड से लॉग इन करें और नया पिन बनाएँ।',
    signOut: 'लॉग आउट',
    notSaved: 'पिन सेव नहीं हुआ',
    close: 'बंद करें',
  },
}
