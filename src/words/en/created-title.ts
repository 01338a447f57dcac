/** What is said once there is a link: in passing, and at the top of its page. */
export default { title: 'Verification link created' } as const
