const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a path parameter can be an id at all; PostgreSQL answers anything else with an error. */
export function isUuid(text: string | undefined): text is string {
  return text !== undefined && shape.test(text)
}
