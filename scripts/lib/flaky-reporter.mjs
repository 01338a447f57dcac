/** Names the tests that held only at their second try, so that nobody overlooks one that does not hold by itself. */
export default class FlakyReporter {
  #names = []

  onTestCaseResult(test) {
    const { retryCount = 0, flaky = false } = test.diagnostic() ?? {}
    if (flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName} (${retryCount})`)
  }

  onTestRunEnd() {
    if (this.#names.length === 0) return
    console.log(`\nHeld only at the second try, each a bug of the test or of the product:`)
    for (const name of this.#names) console.log(`  ${name}`)
  }
}
