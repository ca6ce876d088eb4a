import type { WorkerDetail } from '../../../contract/workers.ts'

/** What the dialog of an act on a worker is given. */
export type DialogProps = { worker: WorkerDetail; opened: boolean; onClose: () => void }
