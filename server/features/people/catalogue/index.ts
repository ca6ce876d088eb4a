// What other rooms may use of this one.
export { catalogue } from './catalogue.service.ts'
export { pointsOn } from './product-points.ts'
