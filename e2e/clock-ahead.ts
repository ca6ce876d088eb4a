// Loaded by `--import` before a server: its clock stands CLOCK_AHEAD_MS ahead of the machine's.
const ahead = Number(process.env.CLOCK_AHEAD_MS)
const MachineDate = Date

globalThis.Date = new Proxy(MachineDate, {
  construct: (target, given: [], as) =>
    Reflect.construct(target, given.length === 0 ? [target.now() + ahead] : given, as),
  get: (target, key, as) =>
    key === 'now' ? () => target.now() + ahead : Reflect.get(target, key, as),
})
