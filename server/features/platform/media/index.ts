// What other rooms may use of this one.
export { pieceName } from './file-names.ts'
export { lockUsable, mediaItems, SHOWN_BY, shownMedia } from './media.service.ts'
