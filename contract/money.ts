const RUPEES = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** Paise as rupees with Indian grouping: 123456700 is "₹12,34,567.00". */
export function formatPaise(paise: number): string {
  return RUPEES.format(paise / 100)
}
