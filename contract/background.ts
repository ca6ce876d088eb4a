/** The header by which a request says that no person asked for it: it does not lengthen a session. */
export const BACKGROUND_HEADER = 'x-hil-background'
