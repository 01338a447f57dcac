// A reader that ends at the first picture, as where a decoder breaks.
process.on('message', () => process.exit(1))
