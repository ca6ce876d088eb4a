import { randomBytes } from 'node:crypto'

/** The beginning of all names of one opening: random, so nobody finds what they were not shown. */
export const newBeginning = () => randomBytes(16).toString('hex')

export const pictureName = (beginning: string, page: number, width: number) =>
  `${beginning}-${page}-${width}.webp`
export const videoName = (beginning: string, form: string) => `${beginning}.${form}`
export const pieceName = (uploadId: string, piece: number) => `${uploadId}-${piece}.piece`

export const piecesOf = ({ uploadId, pieces }: { uploadId: string; pieces: number }) =>
  // One more: it may have been written and not counted.
  Array.from({ length: pieces + 1 }, (_, piece) => pieceName(uploadId, piece))

/** What a name in the store belongs to; null where it is none of ours. */
export function ownerOf(name: string): { uploadId: string } | { beginning: string } | null {
  const [, uploadId] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d+\.piece/.exec(name) ?? []
  if (uploadId) return { uploadId }
  const [, beginning] = /^([0-9a-f]{32})(?:-\d+-\d+\.webp|\.(?:mp4|webm))/.exec(name) ?? []
  return beginning ? { beginning } : null
}

/** The media type of a file by its name. */
export function typeOfName(name: string): 'image/webp' | 'video/mp4' | 'video/webm' {
  if (name.endsWith('.mp4')) return 'video/mp4'
  return name.endsWith('.webm') ? 'video/webm' : 'image/webp'
}
