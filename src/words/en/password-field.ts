/** The eye of a password field. */
export default { show: 'Show password', hide: 'Hide password' } as const
