// What other rooms may use of this one.
export { forgetTries, giveBackTry, takeFromWindow, takeTry } from './throttle.service.ts'
