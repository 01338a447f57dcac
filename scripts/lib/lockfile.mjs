/** The optional packages that some package of a lock file wants and that the file does not hold. */
export function missingOptionalPackages({ packages }) {
  const missing = []
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!isHeld(packages, path, name)) missing.push({ name, version, dev: dev === true })
    }
  }
  return missing
}

/** Node's own way to a package: from the folder of whoever wants it upwards. */
function isHeld(packages, path, name) {
  const folders = path.split(/(?:^|\/)node_modules\//).slice(1)
  for (let depth = folders.length; depth >= 0; depth--) {
    const above = folders.slice(0, depth).map((folder) => `node_modules/${folder}/`)
    if (packages[`${above.join('')}node_modules/${name}`]) return true
  }
  return false
}
