// What other rooms may use of this one.
export { beganBefore, pointsOverSql } from './expirable-sql.ts'
export { cutsOn } from './expiry-days.ts'
