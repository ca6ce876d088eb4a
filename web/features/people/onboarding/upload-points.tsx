import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { PointsFileCard } from './points-file-card.tsx'
import { filesOfUploadOptions } from './points-file-queries.ts'

/** The points that an upload proposes, and what became of them. */
export function UploadPoints({ uploadId }: { uploadId: string }): ReactElement | null {
  const { data } = useQuery(filesOfUploadOptions(uploadId))
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label="Points of this file">
      {data.items.map((file) => (
        <PointsFileCard key={file.pointsFileId} file={file} />
      ))}
    </section>
  )
}
