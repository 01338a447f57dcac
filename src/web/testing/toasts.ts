import { connectToastRegion, type Toast } from '../shared/ui/toast.ts'

/** Collects every toast from now on, as its title and description. Answers them, and the way to stop. */
export function collectToasts(): { shown: [title: string, description?: string][]; stop(): void } {
  const shown: [string, string?][] = []
  const show = ({ title, description }: Toast) => {
    shown.push(description === undefined ? [title] : [title, description])
  }
  const stop = connectToastRegion({ show })
  return { shown, stop }
}
