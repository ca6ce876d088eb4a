/** In localStorage while an upload waits to go on: without it nobody loads the code that would. */
export const UPLOADS_KEPT = 'hil.uploads'
