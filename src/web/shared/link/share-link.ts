import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/link.ts'
import { showToast } from '../ui/toast.ts'

/** Hands the link to the device's share sheet and says how that went. Closing the sheet is no failure. */
export async function shareLink(link: string): Promise<void> {
  if (typeof navigator.share !== 'function') {
    showToast({ kind: 'info', title: words.shareUnsupported, description: words.shareUnsupportedText })
    return
  }
  try {
    await navigator.share({ title: productName, url: link })
    showToast({ kind: 'success', title: words.shared, description: words.sharedText })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    showToast({ kind: 'error', title: words.shareFailed, description: words.shareFailedText })
  }
}
