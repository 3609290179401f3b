/**
 * The start of every recipe. It is a script and not a `#cloud-config`, whose lists would replace those of the customer's own one or be
 * replaced by them. cloud-init runs it once, in the last stage of the first boot.
 */
export const prelude = `#!/bin/sh
set -eu
export DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8
fetch() { apt-get -q -y -o DPkg::Lock::Timeout=900 -o Acquire::Retries=5 "$@"; }
packages() { fetch update && fetch --no-install-recommends install "$@"; }
# 160 bits in hexadecimal, which need no quoting anywhere.
secret() { od -An -N20 -tx1 /dev/urandom | tr -d ' \\n'; }
`;
