// What other rooms may use of this one.
export { changePlant, createPlant, plantToChoose } from './plants.service.ts'
