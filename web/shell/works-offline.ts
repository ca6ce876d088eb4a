/**
 * The pages that keep what is done on them and send it later, so they go on while the device is
 * offline and say so themselves. Everywhere else the offline guard stands. Source: decision 0027.
 */
const WORKS_OFFLINE: readonly string[] = ['/plant-representatives/qr-scanning']

export function worksOffline(pathname: string): boolean {
  return WORKS_OFFLINE.includes(pathname.replace(/\/$/, ''))
}
