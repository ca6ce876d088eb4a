/**
 * The pages that keep what is done on them and send it later: there the offline guard offers to go on
 * without a network. Source: decisions 0027 and 0040.
 */
const WORKS_OFFLINE: readonly string[] = ['/plant-representatives/qr-scanning']

export function worksOffline(pathname: string): boolean {
  return WORKS_OFFLINE.includes(pathname.replace(/\/$/, ''))
}
