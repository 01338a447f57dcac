/** The calling codes offered at registration, in the order in which they are offered (SIGNUP-2), each of a country by its ISO 3166-1 code. */
export const countryCodes = [
  { code: '+1', country: 'US' },
  { code: '+44', country: 'GB' },
  { code: '+91', country: 'IN' },
  { code: '+61', country: 'AU' },
  { code: '+49', country: 'DE' },
  { code: '+33', country: 'FR' },
  { code: '+86', country: 'CN' },
  { code: '+81', country: 'JP' },
  { code: '+234', country: 'NG' },
  { code: '+27', country: 'ZA' },
  { code: '+52', country: 'MX' },
  { code: '+55', country: 'BR' },
  { code: '+971', country: 'AE' },
  { code: '+966', country: 'SA' },
  { code: '+65', country: 'SG' },
] as const
