const NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** A month by its first day, `2026-10-01`: "October 2026". */
export function monthName(firstDay: string): string {
  const [year = '', month = ''] = firstDay.split('-')
  return `${NAMES[Number(month) - 1]} ${year}`
}
