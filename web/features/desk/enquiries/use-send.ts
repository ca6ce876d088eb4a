import { useQueryClient } from '@tanstack/react-query'
import {
  answerEnquiry,
  noteEnquiry,
  type EnquiryDetail,
} from '../../../../contract/desk/enquiries.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { sentAs, type Mode, type useDraft } from './drafts.ts'
import { enquiryOptions, keepEnquiry } from './enquiry-queries.ts'

export type Way = 'answer' | 'resolve' | 'note'

const DONE: Record<Way, (enquiry: EnquiryDetail) => string> = {
  answer: ({ memberName, number }) => `${number} is answered; ${memberName} is told.`,
  resolve: ({ number }) => `${number} is answered and resolved.`,
  note: ({ number }) => `The note on ${number} is saved.`,
}

/** Sends what is written, once; it stays in the field until the server has it. */
export function useSend(
  { enquiryId }: EnquiryDetail,
  { draft, change, clear }: ReturnType<typeof useDraft>,
  onSent: (way: Way) => void,
) {
  const client = useQueryClient()
  return useSending(async (mode: Mode, way: Way) => {
    const written = sentAs(draft[mode], way)
    change(mode, written)
    const params = { enquiryId }
    const body = { idempotencyKey: written.key, body: written.text }
    try {
      const after =
        way === 'note'
          ? await call(noteEnquiry, { params, body })
          : await call(answerEnquiry, { params, body: { ...body, resolve: way === 'resolve' } })
      keepEnquiry(client, after)
      clear(mode)
      notifyDone(DONE[way](after), { briefly: true })
      onSent(way)
    } catch (failure) {
      // Somebody else settled it meanwhile, or it went out after all: what stands there now tells.
      if (failure instanceof ApiError && failure.status === 409) {
        void client.invalidateQueries({ queryKey: enquiryOptions(enquiryId).queryKey })
      }
      throw failure
    }
  })
}
