export {
  eraseChecksOf,
  findProviderSource,
  forgetChecksOf,
  gatherChecks,
  isCheckedUnderAge,
} from './store.ts'
