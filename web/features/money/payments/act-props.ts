import type { PaymentStory } from '../../../../contract/money/payments.ts'

/** What the dialog of an act about a redemption's money is given. */
export type ActProps = { story: PaymentStory; opened: boolean; onClose: () => void }
