/** How long a sign-in lasts at most, however much it is used. The settings page says so. */
export const sessionLifeDays = 30
