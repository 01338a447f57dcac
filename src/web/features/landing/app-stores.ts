/** Where the mobile apps can be had. None is configured, so the section about them is never shown (decisions, Verifications). */
export const appStores: { ios: string | null; android: string | null } = { ios: null, android: null }
