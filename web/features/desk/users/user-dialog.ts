import type { UserDetail } from '../../../../contract/desk/users.ts'

/** What the dialog of an act on a member is given. */
export type DialogProps = { user: UserDetail; opened: boolean; onClose: () => void }
