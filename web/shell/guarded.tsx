import type { ReactElement, ReactNode } from 'react'
import { canSee } from '../../contract/menu.ts'
import { useRole } from '../lib/session.ts'
import { ForbiddenPage } from './forbidden-page.tsx'

/** Shows a page to the roles whose menu holds it; the same table decides on the server. */
export function Guarded({ path, children }: { path: string; children: ReactNode }): ReactElement {
  const role = useRole()
  return canSee(role, path) ? <>{children}</> : <ForbiddenPage />
}
