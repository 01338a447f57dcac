import sharp from 'sharp'

/** Longest that one picture may take; beyond it, it was made to. */
export const encodedMaxSeconds = 20

// Every other decoder of libvips stays out of strangers' reach.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.cache(false)
sharp.concurrency(1)
