// What other rooms may use of this one.
export { enrolMembers } from './member-onboarding.service.ts'
export { refuseWhilePointsWait } from './points-files.service.ts'
