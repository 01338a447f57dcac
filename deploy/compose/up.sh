#!/bin/sh
# sh deploy/compose/up.sh https://assent.example smtps://user:password@mail.example 'Assent <no-reply@assent.example>'
# Installs on one machine with Docker: creates passwords and keys once, builds the image, and starts the server with its
# PostgreSQL. The same command without arguments updates the installation to the current sources.
set -eu
cd "$(dirname "$0")"
if [ ! -e .env ]; then
  if [ $# -ne 3 ]; then
    echo "usage: sh deploy/compose/up.sh PUBLIC_URL SMTP_URL MAIL_FROM" >&2
    exit 2
  fi
  make_password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
  umask 077
  cat >.env.unfinished <<END
PUBLIC_URL='$1'
SMTP_URL='$2'
MAIL_FROM='$3'
POSTGRES_PASSWORD=$(make_password)
OWNER_PASSWORD=$(make_password)
SERVER_PASSWORD=$(make_password)
METRICS_TOKEN=$(make_password)
END
  mv .env.unfinished .env
fi
docker compose build assent
if [ ! -e secrets ]; then
  mkdir -p secrets.unfinished
  docker compose run --rm --no-deps --user 0 --volume ./secrets.unfinished:/made assent \
    sh -c 'node scripts/make-secrets.ts /made && chown -R 10001:10001 /made'
  mv secrets.unfinished secrets
fi
docker compose up --detach --wait
