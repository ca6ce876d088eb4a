/** `coupon_batch` as "Coupon batch", `batch.approved` as "Batch approved", `qrForm` as "Qr form". */
export function plainWords(word: string): string {
  const text = word
    .replaceAll(
      /([a-z])([A-Z])/g,
      (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    )
    .replaceAll(/[._-]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
