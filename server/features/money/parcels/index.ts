// What other rooms may use of this one.
export { STATE_OF } from './parcel-rules.ts'
