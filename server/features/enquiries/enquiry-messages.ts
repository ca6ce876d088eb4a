import type { Language } from '../../../contract/members.ts'

export type Told = 'answered' | 'resolved'

// Without what was written: an SMS is read by whoever holds the telephone.
const WORDS: Record<Language, Record<Told, (number: string) => string>> = {
  en: {
    answered: (number) => `your enquiry ${number} is answered. Read it in the app.`,
    resolved: (number) =>
      `your enquiry ${number} is settled. Read it in the app; if it is not settled for you, write there within 7 days.`,
  },
  hi: {
    answered: (number) => `आपकी पूछताछ ${number} का उत्तर आ गया है। ऐप में पढ़ें।`,
    resolved: (number) =>
      `आपकी पूछताछ ${number} का समाधान हो गया है। ऐप में पढ़ें; यदि समाधान न हुआ हो, तो 7 दिन के भीतर वहीं लिखें।`,
  },
}

/** What a member is told of his enquiry, in his language. */
export const enquiryMessage = (told: Told, number: string, language: Language) =>
  WORDS[language][told](number)
