/** What the trials found: a row of a table each, and what was not as promised. */
export class Figures {
  readonly faults: string[] = []
  private readonly rows: [string, string][] = []

  /** Notes a figure, and prints it at once. */
  note(what: string, figure: string): void {
    this.rows.push([what, figure])
    console.log(`  ${what}: ${figure}`)
  }

  /** Notes a fault unless `isKept`. */
  expect(isKept: boolean, fault: string): void {
    if (isKept) return
    this.faults.push(fault)
    console.error(`  FAULT ${fault}`)
  }

  print(): void {
    const width = Math.max(...this.rows.map(([what]) => what.length))
    for (const [what, figure] of this.rows) console.log(`${what.padEnd(width)}  ${figure}`)
  }
}

/** Milliseconds as seconds with one digit. */
export function showSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
