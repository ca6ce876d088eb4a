// What other rooms may use of this one.
export { createGroup, knownGroups, refuseGroups } from './product-groups.service.ts'
