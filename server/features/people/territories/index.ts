// What other rooms may use of this one.
export {
  changeTerritory,
  createTerritory,
  knownTerritories,
  type KnownTerritories,
  territoryProblem,
  territoryToChoose,
} from './territories.service.ts'
