import { useQuery, useQueryClient } from '@tanstack/react-query'
import { kycOptions, pictureOptions, type Shown } from './kyc-queries.ts'

const NOWHERE: Shown = { documentId: '', page: 0, url: '' }

/** One page of a document. A link that has ended is asked for again by `retry`. */
export function usePicture(memberId: number, shown: Shown | null) {
  const client = useQueryClient()
  const picture = useQuery({ ...pictureOptions(shown ?? NOWHERE), enabled: shown !== null })
  const retry = async (): Promise<void> => {
    await client.refetchQueries({ queryKey: kycOptions(memberId).queryKey })
    await picture.refetch()
  }
  return { src: picture.data, error: picture.error, retry }
}
