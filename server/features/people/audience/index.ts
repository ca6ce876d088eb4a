// What other rooms may use of this one.
export { countAudience, ofAudience, tidyAudience } from './audience.service.ts'
export { audiencesOf } from './in-audience.service.ts'
export { checkTarget, refuseStrangeLinks, targetWords } from './target.service.ts'
