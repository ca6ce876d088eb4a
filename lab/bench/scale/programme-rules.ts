// What follows from a number alone, in SQL and here alike.

const PLANTS = 6
const STATES = [27, 24, 29, 33, 9, 36, 8, 23, 32, 19, 7, 6, 3, 10, 20, 21, 22, 37, 30, 2, 5, 18]

export const plantOf = (batchId: number) => (batchId % PLANTS) + 1
/** A plant makes two products. */
export const productOf = (batchId: number) => (batchId % 12) + 1
export const pointsOf = (productId: number) => 20 + 5 * (productId % 7)
export const stateOf = (memberId: number) => STATES[memberId % STATES.length] ?? 27
export const STATES_SQL = `array[${STATES.join(',')}]`
export const stateSql = (member: string) => `(${STATES_SQL})[${member} % ${STATES.length} + 1]`
