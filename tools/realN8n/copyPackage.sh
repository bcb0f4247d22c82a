#!/bin/sh
# Usage: copyPackage.sh <folder .n8n>. Puts the built package where n8n keeps community packages, owned by n8n's user.
set -eu
target="$1/nodes/node_modules/n8n-nodes-webinarjam-everwebinar"
rm -rf "$target"
mkdir -p "$target"
cp -r package.json dist "$target"
chown -R 1000:1000 "$1"
