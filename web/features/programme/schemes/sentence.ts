/** A sentence whose percent signs stay with their numbers. */
export const unbroken = (sentence: string): string => sentence.replaceAll(' %', '\u00a0%')

/** The rule without its days, for where they stand beside it. */
export const withoutDays = (sentence: string): string =>
  sentence.replace(/^From \d+ \w+ \d+ to \d+ \w+ \d+ gives /, 'Gives ')
