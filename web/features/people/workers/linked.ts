import type { WorkerDetail } from '../../../../contract/people/workers.ts'
import type { GivenLink } from '../../../ui/link-dialog.tsx'

/** A worker and the one-time link that was given just now. */
export type Linked = { worker: WorkerDetail; link: string }

export function givenLink(linked: Linked | null): GivenLink | null {
  return linked && { name: linked.worker.name, email: linked.worker.email, link: linked.link }
}
