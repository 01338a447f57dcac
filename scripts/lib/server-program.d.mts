export const serverProgram: string[]
export const serverMemory: Record<string, string>
