import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useRef } from 'react'
import words from '../../../words/en/camera.ts'
import linkWords from '../../../words/en/link.ts'
import { type BrowserTraits, copyText, detectDevicePlatform, useCopyTick } from '../browser.ts'
import { leftToRight } from '../forms/left-to-right.ts'
import { showToast } from '../ui/toast.ts'

/** The token of each app in the user agent of its browser. Apps without a token aren't recognised. */
const inAppBrowsers: [app: string, userAgent: RegExp][] = [
  ['Instagram', /\bInstagram\b/],
  ['Messenger', /\bFBAN\/Messenger|\bFB_IAB\/(Orca|MESSENGER)/],
  ['Facebook', /\bFBA[NV]\/|\bFB_IAB\//],
  ['TikTok', /\bBytedanceWebview\b|\bmusical_ly|\btrill_|\bTikTok\b/],
  ['WhatsApp', /\bWhatsApp\//],
  ['WeChat', /\bMicroMessenger\//],
  ['Snapchat', /\bSnapchat\b/],
  ['LINE', /\bLine\//],
  ['Telegram', /\bTelegram\b/],
]

/** The app whose in-app browser the page is open in; null in any other browser. */
export function findInAppBrowser(userAgent: string): string | null {
  return inAppBrowsers.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null
}

/**
 * The address that leaves an in-app browser for the phone's own: an `intent` on Android, or Safari's scheme, which iOS
 * supports from 17.5. Null where there is none.
 */
export function writeAddressOutside(address: string, traits: BrowserTraits): string | null {
  const { protocol, host, pathname, search } = new URL(address)
  const rest = `${host}${pathname}${search}`
  switch (detectDevicePlatform(traits)) {
    case 'android':
      return `intent://${rest}#Intent;scheme=${protocol.replace(':', '')};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`
    case 'ios':
      return knowsSafariScheme(traits.userAgent) ? `x-safari-${protocol}//${rest}` : null
    default:
      return null
  }
}

function knowsSafariScheme(userAgent: string): boolean {
  const [, major = 0, minor = 0] = (/\bOS (\d+)_(\d+)/.exec(userAgent) ?? []).map(Number)
  return major > 17 || (major === 17 && minor >= 5)
}

/** Shown when a camera doesn't start inside an app: links to the same page in the person's own browser. */
export function OpenElsewhere({ app }: { app: string }) {
  const address = window.location.href
  const outside = writeAddressOutside(address, navigator)
  const field = useRef<HTMLInputElement>(null)
  const { isCopied, tick } = useCopyTick()
  const copy = async () => {
    if (await copyText(address, field.current)) tick()
    else
      await showToast({ kind: 'error', title: linkWords.copyFailed, description: linkWords.copyFailedText })
  }
  return (
    <Stack gap="xs">
      <Title order={3} size="md">
        {words.inApp.title}
      </Title>
      <Text>{words.inApp.text({ app })}</Text>
      {outside ? (
        <Button component="a" href={outside} leftSection={<IconExternalLink size="1.1em" aria-hidden />}>
          {words.inApp.title}
        </Button>
      ) : null}
      <TextInput {...leftToRight} ref={field} readOnly value={address} aria-label={words.inApp.address} />
      <Button
        variant="default"
        onClick={copy}
        leftSection={
          isCopied ? <IconCheck size="1.1em" aria-hidden /> : <IconCopy size="1.1em" aria-hidden />
        }
      >
        {isCopied ? words.inApp.copied : linkWords.copy}
      </Button>
      <Text size="sm" c="dimmed">
        {words.inApp.menu({ app })}
      </Text>
    </Stack>
  )
}
