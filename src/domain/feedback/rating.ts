/** The ratings that feedback can give, from very poor to very good. */
export const ratings = [1, 2, 3, 4, 5] as const
export type Rating = (typeof ratings)[number]
