// What other rooms may use of this one.
export {
  company,
  letterhead,
  type Letterhead,
  messageSender,
  type MessageSender,
  openLogo,
  programmeName,
  saveCompany,
  usualLanguage,
  writeLogo,
  writeProgramme,
} from './identity.service.ts'
export { drawCompany, drawLetterhead } from './letterhead.ts'
