/** Names the day on the caller's own calendar (`YYYY-MM-DD`) to `POST /auth/v1/signup`, whose body is the protocol's alone. */
export const localDayHeader = 'X-Local-Day'
