import type { MediaKind } from '../../../../contract/platform/media.ts'
import { formatWord } from '../../../lib/format.ts'

const KB = 1024
const MB = KB * KB
const WITH_TENTH = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })

/** A length of time on a video: "0:07", "12:40", "1:02:03". */
export function clockOf(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

/** A size for people: "640 kB", "1.5 MB", "120 MB". */
export function sizeInWords(bytes: number): string {
  if (bytes < MB) return `${Math.ceil(bytes / KB)} kB`
  const megabytes = bytes / MB
  return `${megabytes < 10 ? WITH_TENTH.format(megabytes) : Math.round(megabytes)} MB`
}

const MOST_LETTERS = 120

/** A title made of a file's name: "diwali_banner-2026 (1).jpg" is "Diwali banner 2026". */
export function titleOf(fileName: string, kind: MediaKind): string {
  const words = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/\s*\(\d+\)$/, '')
    .replace(/[_\-+.\s]+/g, ' ')
    .trim()
  const title = formatWord(words).slice(0, MOST_LETTERS).trim()
  return title.length >= 2 ? title : `${formatWord(kind)} ${title}`.trim()
}
