/** Where the mobile apps can be had. None is configured, so the section about them is never shown (PUBLIC-7). */
export const appStores: { ios: string | null; android: string | null } = { ios: null, android: null }
