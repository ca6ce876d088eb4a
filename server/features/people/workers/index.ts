// What other rooms may use of this one.
export { countActivity, enrolWorker } from './activity.service.ts'
