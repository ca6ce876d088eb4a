/** A column of values that the vault sealed, with what each is bound to. */
export type SealedColumn = {
  table: string
  column: string
  /** The primary key: its columns with their types; their values are text here. */
  key: readonly { name: string; type: 'int' | 'bigint' | 'text' | 'uuid' }[]
  context(key: readonly string[]): string
}

/** Every column that a rotation seals again. A test compares them with the columns of the database. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'kyc_field',
    column: 'sealed',
    key: [
      { name: 'member_id', type: 'int' },
      { name: 'field', type: 'text' },
    ],
    context: ([memberId, field]) => `kyc_field:${memberId}:${field}`,
  },
  {
    table: 'kyc_document',
    column: 'sealed_key',
    key: [{ name: 'document_id', type: 'uuid' }],
    context: ([documentId]) => `kyc_document:${documentId}:key`,
  },
  {
    table: 'enquiry_attachment',
    column: 'sealed_key',
    key: [{ name: 'attachment_id', type: 'uuid' }],
    context: ([attachmentId]) => `enquiry_attachment:${attachmentId}:key`,
  },
  {
    table: 'payment',
    column: 'sealed',
    key: [{ name: 'payment_id', type: 'bigint' }],
    context: ([paymentId]) => `payment:${paymentId}:sealed`,
  },
  {
    table: 'redemption_address',
    column: 'sealed',
    key: [{ name: 'address_id', type: 'uuid' }],
    context: ([addressId]) => `redemption_address:${addressId}:sealed`,
  },
  {
    table: 'distributor_identity',
    column: 'sealed',
    key: [
      { name: 'distributor_id', type: 'int' },
      { name: 'field', type: 'text' },
    ],
    context: ([distributorId, field]) => `distributor_identity:${distributorId}:${field}`,
  },
  {
    table: 'onboarding_file',
    column: 'sealed',
    key: [
      { name: 'upload_id', type: 'bigint' },
      { name: 'piece', type: 'int' },
    ],
    context: ([uploadId, piece]) => `onboarding_file:${uploadId}:${piece}`,
  },
  {
    table: 'onboarding_row',
    column: 'sealed',
    key: [
      { name: 'upload_id', type: 'bigint' },
      { name: 'row_no', type: 'int' },
    ],
    context: ([uploadId, rowNo]) => `onboarding_row:${uploadId}:${rowNo}`,
  },
  {
    table: 'report_job',
    column: 'sealed_key',
    key: [{ name: 'job_id', type: 'uuid' }],
    context: ([jobId]) => `report_job:${jobId}:key`,
  },
  {
    table: 'staff_totp',
    column: 'sealed',
    key: [{ name: 'staff_id', type: 'int' }],
    context: ([staffId]) => `staff_totp:${staffId}:sealed`,
  },
]
