import { canSee, firstPage } from '../../contract/menu.ts'
import type { Role } from '../../contract/roles.ts'

/** The layout stands on every path that starts so, literally. Source: shell spec, section 2. */
const INSIDE = ['/dashboard', '/plant-representatives']
const KEY = 'hil.place'

export function isInside(pathname: string): boolean {
  return INSIDE.some((start) => pathname.startsWith(start))
}

/** Keeps, for this tab, where someone was when the session was missing. */
export function rememberPlace(address: string): void {
  sessionStorage.setItem(KEY, address)
}

/** Where to go after signing in: back to where the person was if the role sees it, else its first page. */
export function placeAfterSignIn(role: Role | null): string {
  const address = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  const pathname = address?.split(/[?#]/)[0] ?? ''
  return address && canSee(role, pathname) ? address : firstPage(role)
}
