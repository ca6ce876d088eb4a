import { MEDIA_TYPES, type MediaKind } from '../../../../../contract/platform/media.ts'
import { sizeInWords } from '../media-words.ts'

/** By the name's end, for systems that do not say what a file is. */
const TYPE_OF_END: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  pdf: 'application/pdf',
}
const WHAT_MAY =
  'Images (JPEG, PNG, WebP), videos (MP4, MOV, WebM) and PDF documents can be uploaded.'
const INSTEAD: Record<string, string> = {
  heic: 'Save the photo as JPEG first.',
  heif: 'Save the photo as JPEG first.',
  gif: 'Save it as PNG, or as an MP4 video if it moves.',
  avi: 'Save the video as MP4 first.',
  mkv: 'Save the video as MP4 first.',
}
const NAME_OF_KIND: Record<MediaKind, string> = {
  image: 'an image',
  video: 'a video',
  document: 'a document',
}

/** What the dialog of the system offers to choose. */
export const acceptOf = (kinds: readonly MediaKind[]): string[] => [
  ...Object.entries(MEDIA_TYPES).flatMap(([type, { kind }]) =>
    kinds.includes(kind) ? [type] : [],
  ),
  ...Object.entries(TYPE_OF_END).flatMap(([end, type]) => {
    const kind = MEDIA_TYPES[type]?.kind
    return kind && kinds.includes(kind) ? [`.${end}`] : []
  }),
]

export type Named = { name: string; type: string; size: number }

/** The media type a file claims, by its type or else by its name; empty when neither says one. */
export function typeOf({ name, type }: Named): string {
  const said = type.toLowerCase()
  if (MEDIA_TYPES[said]) return said
  return TYPE_OF_END[endOf(name)] ?? said
}

const endOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** What becomes of a file, or why it cannot be uploaded, said before anything is sent. */
export function readFile(
  file: Named,
  kinds: readonly MediaKind[] = ['image', 'video', 'document'],
): { type: string; kind: MediaKind } | string {
  const type = typeOf(file)
  const may = MEDIA_TYPES[type]
  if (!may)
    return `${file.name} is of a kind that cannot be uploaded. ${INSTEAD[endOf(file.name)] ?? WHAT_MAY}`
  if (!kinds.includes(may.kind)) {
    const wanted = kinds.map((kind) => NAME_OF_KIND[kind]).join(' or ')
    return `${file.name} is ${NAME_OF_KIND[may.kind]}; ${wanted} is needed here.`
  }
  if (file.size === 0) return `${file.name} is empty.`
  if (file.size > may.maxBytes) {
    return `${file.name} has ${sizeInWords(file.size)}; ${NAME_OF_KIND[may.kind]} may have at most ${sizeInWords(may.maxBytes)}.`
  }
  return { type, kind: may.kind }
}
