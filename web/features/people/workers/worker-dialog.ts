import type { WorkerDetail } from '../../../../contract/people/workers.ts'

/** What the dialog of an act on a worker is given. */
export type DialogProps = { worker: WorkerDetail; opened: boolean; onClose: () => void }
