#!/bin/sh
# Creates the two roles of docs/operations.md and their database. The PostgreSQL image runs it once, on an empty volume.
set -eu
psql --set=ON_ERROR_STOP=1 --set=owner="$OWNER_PASSWORD" --set=server="$SERVER_PASSWORD" --username postgres <<'SQL'
CREATE ROLE assent LOGIN PASSWORD :'owner';
CREATE ROLE assent_server LOGIN PASSWORD :'server';
CREATE DATABASE assent OWNER assent;
REVOKE CONNECT, TEMPORARY ON DATABASE postgres FROM PUBLIC;
REVOKE CONNECT, TEMPORARY ON DATABASE template1 FROM PUBLIC;
REVOKE TEMPORARY ON DATABASE assent FROM PUBLIC;
SQL
