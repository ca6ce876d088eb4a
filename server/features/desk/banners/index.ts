// What other rooms may use of this one.
export { inOneSpelling, shownState, toColumns, toTimes } from './shown-state.ts'
