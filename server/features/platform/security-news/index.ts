// What other rooms may use of this one.
export { tellSecurity } from './security-news.service.ts'
