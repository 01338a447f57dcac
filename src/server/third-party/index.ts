export { gateCode } from './gate-code.ts'
