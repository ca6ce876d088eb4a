export const MOST_DIGITS = 6

/** What of a typed text can be a PIN. */
export const onlyDigits = (text: string): string => text.replaceAll(/\D/g, '').slice(0, MOST_DIGITS)
