#!/bin/sh
# npm run image:try [-- options of `buildah build`]: builds the image without a Docker engine, and tests it without
# root, without privileges and with a read-only root folder. Instead of the image `node`, the base consists of Debian
# packages and the Node in node_modules. This script needs root, buildah, podman and mmdebstrap. Variables:
#   PODMAN        another command, with options
#   DATABASE_URL  a PostgreSQL to test in addition
#   PREVIOUS      a commit or tag: its image makes a record, which the image of this tree then serves, as in an update
# Don't mount anything at /etc/ssl/certs/ca-certificates.crt during the build: a Debian package writes this file.
set -eu
cd "$(dirname "$0")/.."
PODMAN=${PODMAN:-podman}
port=${PORT:-4950}
work=$(mktemp -d /tmp/assent-image-XXXXXX)
trap '$PODMAN rm --force --time 30 assent-try >/dev/null 2>&1 || true; rm -rf "$work"' EXIT

mmdebstrap --quiet --variant=apt --include=usr-is-merged --dpkgopt='path-exclude=/usr/share/doc/*' \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' bookworm "$work/base.tar"
base=$(buildah from scratch)
buildah add --quiet "$base" "$work/base.tar" / >/dev/null
buildah add --quiet "$base" node_modules/node-linux-*/bin/node /usr/local/bin/node >/dev/null
buildah add --quiet "$base" "$(npm root --global)/npm" /usr/local/lib/node_modules/npm >/dev/null
buildah run --isolation chroot "$base" -- sh -c \
  'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && apt-get purge --yes --quiet perl perl-modules-5.36 libperl5.36 && apt-get clean' \
  >/dev/null
buildah commit --quiet --squash --rm "$base" localhost/assent-base >/dev/null
build() {
  (cd "$1" && shift && buildah build --quiet --isolation chroot --network host --build-arg BASE=localhost/assent-base "$@" \
    --ignorefile deploy/Dockerfile.dockerignore --file deploy/Dockerfile . >/dev/null)
}
build . "$@" --tag localhost/assent

built=$(buildah from localhost/assent)
mounted=$(buildah mount "$built")
size=$(du -xsm "$mounted" | cut -f1)
echo "Uncompressed: $size MB"
[ "$size" -le 550 ] || { echo 'The image is larger than 550 MB.'; exit 1; }
[ -z "$(find "$mounted/srv/assent/src" "$mounted/srv/assent/scripts" -name '*.test.ts')" ] || { echo 'The image holds tests.'; exit 1; }
for tool in gcc cc make; do [ ! -e "$mounted/usr/bin/$tool" ] || { echo "The image holds $tool."; exit 1; }; done
buildah rm "$built" >/dev/null

# start FOLDER [OPTION...]: starts the image with the folder as /data, and returns once the server is ready.
start() {
  folder=$1
  shift
  install -d -o 10001 -g 10001 -m 0700 "$folder"
  $PODMAN run --detach --replace --name assent-try --network host --read-only --tmpfs /tmp --cap-drop ALL \
    --security-opt no-new-privileges --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 \
    --env PORT="$port" --env HOST=127.0.0.1 --env PUBLIC_URL="http://localhost:$port" --env EMAIL_CODE=never \
    --volume "$folder:/data" "$@" "localhost/${image:-assent}" >/dev/null
  for _ in $(seq 120); do
    if curl --silent --fail "http://localhost:$port/readyz"; then echo && return; fi
    sleep 1
  done
  $PODMAN logs assent-try && exit 1
}

# stop: sends SIGTERM, like an orchestrator, and checks that the exit code is 0.
stop() {
  $PODMAN stop --time 60 assent-try >/dev/null
  code=$($PODMAN inspect assent-try --format '{{.State.ExitCode}}')
  [ "$code" = 0 ] || { $PODMAN logs assent-try | tail -5; echo "The server exited with $code."; exit 1; }
}

# journey make|check: `make` completes a verification and downloads the sealed record; `check` logs in as its creator
# and downloads the same bytes.
journey() {
  node_modules/.bin/node --input-type=module --eval '
  const [origin, file, what] = process.argv.slice(1)
  const { readFile, writeFile } = await import("node:fs/promises")
  const product = (await import("./scripts/lib/sample-records.ts")).createSampleProduct(origin)
  async function download(id, token) {
    const headers = { authorization: `Bearer ${token}` }
    for (let second = 0; second < 120; second += 1) {
      const answer = await fetch(`${origin}/api/records/${id}/files/record.pdf`, { headers })
      if (answer.ok) return Buffer.from(await answer.arrayBuffer()).toString("base64")
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
    throw new Error("the record could not be downloaded")
  }
  if (what === "make") {
    const { email, password, token, fullName } = await product.register("Ada Lindqvist", "ada@example.com")
    const request = await product.create({ token, fullName }, "age", { fullName: "Sam Okafor", email: "sam@example.com" })
    await product.complete(request)
    const record = await download(request.id, token)
    await writeFile(file, JSON.stringify({ email, password, id: request.id, record }))
    console.log("A verification was completed, and its record was downloaded.")
  } else {
    const { email, password, id, record } = JSON.parse(await readFile(file, "utf8"))
    const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    })
    if (record !== (await download(id, (await answer.json()).access_token))) throw new Error("the record has changed")
    console.log("The creator logged in, and the record is unchanged.")
  }
' "http://localhost:$port" "$work/journey.json" "$1"
}

echo 'With a read-only volume:'
install -d -m 0700 "$work/unwritable"
! $PODMAN run --rm --network none --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 --env PUBLIC_URL=http://localhost:3000 \
  --env EMAIL_CODE=never --volume "$work/unwritable:/data" localhost/assent 2>"$work/refusal"
grep '^DATA_DIR /data cannot be written (EACCES): ' "$work/refusal"

echo 'With the embedded PostgreSQL:'
start "$work/data"
journey make
$PODMAN exec assent-try sh -c '! touch /srv/assent/x 2>/dev/null && [ "$(id -u)" = 10001 ]'
$PODMAN kill --signal KILL assent-try >/dev/null
echo 'After a kill, in a new container:'
start "$work/data"
journey check
$PODMAN exec assent-try npm run --silent backup -- /data/backup
stop
mv "$work/data/backup" "$work/restored"

echo 'With the restored backup:'
cp -a "$work/data/secrets" "$work/restored/"
chown -R 10001:10001 "$work/restored"
start "$work/restored"
journey check
$PODMAN exec assent-try npm run --silent restore:check
stop

if [ -n "${PREVIOUS:-}" ]; then
  echo "After an update from $PREVIOUS:"
  git clone --quiet . "$work/previous"
  git -C "$work/previous" checkout --quiet "$PREVIOUS"
  build "$work/previous" "$@" --tag localhost/assent-previous
  image=assent-previous start "$work/updated"
  journey make
  stop
  start "$work/updated"
  journey check
  $PODMAN exec assent-try npm run --silent restore:check
  stop
fi

[ -n "${DATABASE_URL:-}" ] || { echo 'DATABASE_URL is not set, so an external PostgreSQL was not tested.'; exit 0; }
echo 'With the PostgreSQL of DATABASE_URL:'
install -d -o 10001 -g 10001 -m 0700 "$work/other"
$PODMAN run --rm --network none --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 --volume "$work/other:/data" \
  localhost/assent node scripts/make-secrets.ts /data/secrets
start "$work/other" --env DATABASE_URL="$DATABASE_URL" --env SIGNING_KEYS_FILE=/data/secrets/signing-keys.json \
  --env DOCUMENT_KEY_FILE=/data/secrets/document-key --env SEAL_KEY_FILE=/data/secrets/seal-key.pem
stop
