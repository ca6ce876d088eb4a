// What other rooms may use of this one.
export { tellEverybodyWith, tellOther, tellOthersWith, tellStaff } from './notices.service.ts'
