import { redirect } from '@tanstack/react-router'
import { canSee, firstPage } from '../../contract/menu.ts'
import { readRole, readSession } from '../lib/session.ts'
import { isInside, rememberPlace } from './places.ts'

const DASHBOARD = '/dashboard'

/** Inside the layout someone must be signed in; the place is kept for afterwards. */
export function guardInside(location: { pathname: string; href: string }): void {
  if (!isInside(location.pathname) || readSession()) return
  rememberPlace(location.href)
  throw redirect({ to: '/' })
}

export function skipWhenSignedIn(): void {
  if (readSession()) throw redirect({ to: firstPage(readRole()) })
}

/**
 * The dashboard leads a role that has none on to its first page: the logo links to it for everybody.
 * A role without any page stays, and is refused.
 */
export function leadOn(pathname: string): void {
  const role = readRole()
  const first = firstPage(role)
  const isRefused = !canSee(role, pathname) && canSee(role, first)
  if (pathname === DASHBOARD && isRefused) throw redirect({ to: first, replace: true })
}

export function mayOpen(path: string): boolean {
  return canSee(readRole(), path)
}
