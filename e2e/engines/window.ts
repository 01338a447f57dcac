import type { Query } from './find-element.ts'

/** How large a page is shown. */
export type Size = { width: number; height: number }
export const phone: Size = { width: 390, height: 844 }
export const desktop: Size = { width: 1280, height: 800 }

/**
 * One window of a browser with a session of its own: what any engine can be told, in the words of its protocol.
 * Elements are found anew for each thing that is done, for the page may have drawn itself again.
 */
export type EngineWindow = {
  goto(address: string): Promise<void>
  /** Clicks with the mouse. */
  click(query: Query): Promise<void>
  /** Types into a field over what is in it, key by key. */
  type(query: Query, text: string): Promise<void>
  /** Chooses the option of a select by its value. */
  select(query: Query, value: string): Promise<void>
  chooseFile(query: Query, path: string): Promise<void>
  has(query: Query): Promise<boolean>
  /**
   * Runs a function on an element, in the page. It takes and answers what JSON can say, and sees nothing of the module
   * that it stands in.
   */
  on<E extends Element, Args extends unknown[], T>(
    query: Query,
    work: (element: E, ...args: Args) => T,
    ...args: Args
  ): Promise<T>
  /** Runs a function in the page, in the same way. */
  run<Args extends unknown[], T>(work: (...args: Args) => T, ...args: Args): Promise<T>
  /** A PNG of what is seen. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** A browser engine that runs on this machine. */
export type Engine = {
  open(size: Size): Promise<EngineWindow>
  close(): Promise<void>
}
