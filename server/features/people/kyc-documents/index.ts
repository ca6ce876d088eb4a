// What other rooms may use of this one.
export {
  attachDocument,
  deleteDocuments,
  deleteDocumentsOf,
  documentLinks,
} from './kyc-documents.service.ts'
export { pageFile } from './page-files.ts'
export {
  keepPages,
  openPage,
  pageLinks,
  type PagePicture,
  type PageSize,
  picturesOf,
  type Sealed,
  sweepShelf,
} from './sealed-pages.service.ts'
