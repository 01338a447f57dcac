import { z } from 'zod'

/** Told apart from other texts, so that a row may hold the instant itself. */
export const instant = z.iso.datetime().brand<'instant'>()
export const maybe = instant.nullable()

/** The same as a row has it: JSON writes an instant as the text of the schema. */
export type Stored<T> =
  T extends z.core.$brand<'instant'>
    ? Date
    : T extends (infer Item)[]
      ? Stored<Item>[]
      : T extends object
        ? { [Key in keyof T]: Stored<T[Key]> }
        : T
