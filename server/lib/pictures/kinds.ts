/** The kinds of file that become pictures, by media type, with the name people know them by. */
export const KINDS = {
  'image/jpeg': 'JPEG picture',
  'image/png': 'PNG picture',
  'image/webp': 'WebP picture',
  'application/pdf': 'PDF',
} as const
export type Kind = keyof typeof KINDS

/** What the first bytes say a file is; null when it is none of these. */
export function kindOf(bytes: Buffer): Kind | null {
  const begins = (text: string, at = 0) => bytes.subarray(at, at + text.length).equals(latin(text))
  if (begins('\xff\xd8\xff')) return 'image/jpeg'
  if (begins('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (begins('RIFF') && begins('WEBP', 8)) return 'image/webp'
  if (begins('%PDF-')) return 'application/pdf'
  return null
}

const latin = (text: string) => Buffer.from(text, 'latin1')
