import sharp from 'sharp'

/** Does what needs drawings to be opened. The product's own code keeps every process that loads it from opening any. */
export async function withDrawings<T>(work: () => Promise<T>): Promise<T> {
  const drawings = { operation: ['VipsForeignLoadSvgBuffer'] }
  sharp.unblock(drawings)
  try {
    return await work()
  } finally {
    sharp.block(drawings)
  }
}
