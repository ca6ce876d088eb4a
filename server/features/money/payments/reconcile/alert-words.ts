/** Why nothing more is paid while a finding is open. */
export const ALERTED = 'A finding about its payment waits for a person: that comes first.'
