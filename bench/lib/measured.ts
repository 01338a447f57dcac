/** What one benchmark found: ours beside the floor, which is the least that the same work takes, measured in turns with it in the same run. */
export type Measured = {
  name: string
  unit: '/s' | 'ms' | 'MB'
  ours: number
  floor: number
  /** What the floor is. */
  floorIs: string
  /** How near ours is to its floor: 1 is as good, 0.5 half as good, whatever the unit. */
  ratio: number
}

/** The figures of a benchmark, with its ratio. Of times and sizes less is better, of what is done in a second more. */
export function compare({ name, unit, ours, floor, floorIs }: Omit<Measured, 'ratio'>): Measured {
  return { name, unit, ours, floor, floorIs, ratio: unit === '/s' ? ours / floor : floor / ours }
}

/** One line of it for the terminal. */
export function sayMeasured({ name, unit, ours, floor, floorIs, ratio }: Measured): string {
  return `${name}: ${showFigure(ours, unit)}, the floor (${floorIs}) ${showFigure(floor, unit)}: ${Math.round(ratio * 100)} %`
}

export function showFigure(value: number, unit: Measured['unit']): string {
  return `${value < 100 ? value.toFixed(1) : Math.round(value)} ${unit}`
}
