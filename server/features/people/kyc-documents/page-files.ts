import { DOCUMENT_MAX_PAGES } from '../../../../contract/people/kyc-submission.ts'

/** The file of a page: a name of ours, from which nothing can be told. */
export const pageFile = (documentId: string, page: number) => `${documentId}-${page}.sealed`

/** Every file that a document may have. */
export const filesOf = (documentId: string) =>
  Array.from({ length: DOCUMENT_MAX_PAGES }, (_, index) => pageFile(documentId, index + 1))

/** The document that a file in the folder belongs to; null for a file that is none of ours. */
export function documentOf(file: string): string | null {
  const [, documentId = null] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d+\.sealed/.exec(file) ?? []
  return documentId
}
