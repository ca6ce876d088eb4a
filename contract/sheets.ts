/** A table that comes in as a file: a spreadsheet or comma-separated text. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const CSV_TYPE = 'text/csv'
export const FILE_TYPES = [XLSX_TYPE, CSV_TYPE] as const
/** Room for some tens of thousands of rows. */
export const SHEET_MAX_BYTES = 8 * 1024 * 1024
export const SHEET_MAX_ROWS = 20_000
