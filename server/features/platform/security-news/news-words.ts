import type { Language } from '../../../../contract/people/members.ts'

/** A change of what opens an account. */
export type News =
  | { kind: 'password' | 'password_by_link' }
  | { kind: 'two_factor_on' | 'two_factor_off' | 'two_factor_reset' | 'recovery_codes' }
  | { kind: 'passkey_added' | 'passkey_removed' }
  | { kind: 'email'; from: string; to: string }
  | { kind: 'new_browser'; userAgent: string | undefined; address: string }

type Sentences = {
  [Kind in News['kind']]: (news: Extract<News, { kind: Kind }>) => string
}

const EN = {
  password: () => 'Your password was changed. Your other sessions were ended.',
  password_by_link: () => 'Your password was set with a link from your mailbox.',
  two_factor_on: () => 'Two-factor sign-in was turned on.',
  two_factor_off: () => 'Two-factor sign-in was turned off.',
  two_factor_reset: () => 'Your two-factor sign-in was taken away by your administrators.',
  recovery_codes: () => 'New recovery codes were made. The old ones ended.',
  passkey_added: () => 'A passkey was added. It opens your account without the password.',
  passkey_removed: () => 'A passkey was removed.',
  email: ({ from, to }: { from: string; to: string }) =>
    `The e-mail of your account is now ${to} instead of ${from}.`,
  new_browser: ({ userAgent, address }: { userAgent: string | undefined; address: string }) =>
    `Somebody signed in with your password in a browser that was new to us, from ${address} (${browserOf(userAgent)}).`,
} satisfies Sentences

const HI = {
  password: () => 'आपका पासवर्ड बदल गया। आपके बाकी सेशन बंद कर दिए गए।',
  password_by_link: () => 'आपके मेलबॉक्स के लिंक से पासवर्ड बनाया गया।',
  two_factor_on: () => 'दो चरणों वाला साइन-इन चालू किया गया।',
  two_factor_off: () => 'दो चरणों वाला साइन-इन बंद किया गया।',
  two_factor_reset: () => 'आपके एडमिन ने दो चरणों वाला साइन-इन हटा दिया।',
  recovery_codes: () => 'नए रिकवरी कोड बनाए गए। पुराने अब नहीं चलेंगे।',
  passkey_added: () => 'एक पासकी जोड़ी गई। उससे आपका खाता पासवर्ड के बिना खुलता है।',
  passkey_removed: () => 'एक पासकी हटाई गई।',
  email: ({ from, to }: { from: string; to: string }) =>
    `आपके खाते का ई-मेल अब ${from} की जगह ${to} है।`,
  new_browser: ({ userAgent, address }: { userAgent: string | undefined; address: string }) =>
    `आपके पासवर्ड से एक नए ब्राउज़र में साइन-इन हुआ, ${address} से (${browserOf(userAgent)})।`,
} satisfies Sentences

/** A browser says what it likes of itself, and a mail must not carry links of strangers. */
const browserOf = (userAgent: string | undefined): string =>
  userAgent?.replaceAll(/[^A-Za-z0-9 ();.]/g, ' ').slice(0, 120) ?? 'it did not say which'

/** What happened, in a sentence. */
export function newsWords(language: Language, news: News): string {
  const words = language === 'hi' ? HI : EN
  switch (news.kind) {
    case 'email':
      return words.email(news)
    case 'new_browser':
      return words.new_browser(news)
    default:
      return words[news.kind]()
  }
}
