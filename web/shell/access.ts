import { redirect } from '@tanstack/react-router'
import { canSee, firstPage } from '../../contract/menu.ts'
import { readRole, readSession } from '../lib/session.ts'
import { isInside, rememberPlace } from './places.ts'

/** Inside the layout someone must be signed in; the place is kept for afterwards. */
export function guardInside(location: { pathname: string; href: string }): void {
  if (!isInside(location.pathname) || readSession()) return
  rememberPlace(location.href)
  throw redirect({ to: '/' })
}

export function skipWhenSignedIn(): void {
  if (readSession()) throw redirect({ to: firstPage(readRole()) })
}

export function mayOpen(path: string): boolean {
  return canSee(readRole(), path)
}
