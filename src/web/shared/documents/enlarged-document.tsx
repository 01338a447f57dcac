import { ActionIcon, Group, Modal, Text } from '@mantine/core'
import { IconArrowsMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import words from '../../../words/en/enlarged-document.ts'
import classes from './enlarged-document.module.css'
import { StoredImage } from './stored-image.tsx'
import { useZoom } from './use-zoom.ts'

type EnlargedDocumentProps = {
  opened: boolean
  src: string
  /** The document's accessible name, and the dialog's. */
  name: string
  isOwn: boolean
  onClose(): void
  onReload(): void
}

/** A document as large as the screen and the file allow. The page's watermark lies over it too. */
export default function EnlargedDocument(props: EnlargedDocumentProps) {
  const { opened, src, name, isOwn, onClose, onReload } = props
  // A dialog that is open from its first moment has not seen what had the focus before, and could not give it back.
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => setIsMounted(true), [])
  return (
    <Modal
      opened={opened && isMounted}
      onClose={onClose}
      title={name}
      fullScreen
      classNames={{
        content: classes['content'] ?? '',
        header: classes['header'] ?? '',
        body: classes['body'] ?? '',
      }}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stage isOwn={isOwn}>
        <StoredImage key={src} src={src} name={name} onReload={onReload} />
      </Stage>
    </Modal>
  )
}

/** Mounted with the dialog's content, so that each opening begins with the whole picture. */
function Stage({ isOwn, children }: { isOwn: boolean; children: ReactNode }) {
  const { picture, percent, zoomIn, zoomOut, showAll } = useZoom()
  return (
    <>
      <Group gap="xs" justify="center" wrap="nowrap" className={classes['bar'] ?? ''}>
        <ActionIcon variant="default" size={44} aria-label={words.zoomOut} onClick={zoomOut}>
          <IconZoomOut aria-hidden />
        </ActionIcon>
        <Text role="status" className={classes['percent'] ?? ''}>
          {words.percent({ percent })}
        </Text>
        <ActionIcon variant="default" size={44} aria-label={words.zoomIn} onClick={zoomIn}>
          <IconZoomIn aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size={44} aria-label={words.showAll} onClick={showAll}>
          <IconArrowsMaximize aria-hidden />
        </ActionIcon>
      </Group>
      <div className={classes['stage']}>
        <div ref={picture} className={classes['picture']} data-own-document={isOwn || undefined}>
          {children}
        </div>
      </div>
      <Text size="sm" c="dimmed" ta="center" className={classes['hint'] ?? ''}>
        {words.hint}
      </Text>
    </>
  )
}
