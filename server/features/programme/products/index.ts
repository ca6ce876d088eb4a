// What other rooms may use of this one.
export { proposePoints } from './points-changes.service.ts'
export {
  changeProduct,
  createProduct,
  productToChoose,
  refuseLeftProducts,
} from './products.service.ts'
