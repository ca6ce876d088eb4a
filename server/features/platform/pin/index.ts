// What other rooms may use of this one.
export { forgetPin, holdOf } from './pin.service.ts'
