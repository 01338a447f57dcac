/** How long login and registration stay locked after a success, in milliseconds (SIGNIN-4). */
export const lockAfterSuccessMs = 2000
