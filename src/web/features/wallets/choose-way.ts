import type { WalletWay } from '../../../domain/wallet.ts'
import { type BrowserTraits, detectDevicePlatform } from '../../shared/camera/device-platform.ts'

/** How a wallet is reached from a device where its browser does not ask by itself: on a phone by a link, elsewhere by a QR code. */
export function pickWayWithoutBrowser(traits: BrowserTraits): Exclude<WalletWay, 'api'> {
  const platform = detectDevicePlatform(traits)
  return platform === 'ios' || platform === 'android' ? 'link' : 'qr'
}
