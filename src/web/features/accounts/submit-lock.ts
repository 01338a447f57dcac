/** How long login and registration stay locked after a success, in milliseconds (document 1, section 9). */
export const lockAfterSuccessMs = 2000
