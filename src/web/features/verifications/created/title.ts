/** What is said once there is a link: in passing, and at the top of its page. */
export const createdTitle = 'Verification link created'
