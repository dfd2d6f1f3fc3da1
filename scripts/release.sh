#!/usr/bin/env bash
# Builds the parts of a release into release/: npm package, chart, bill of materials, image and checksums.
#   scripts/release.sh             builds what the installed tools allow, and says what it left out
#   scripts/release.sh --publish   pushes and signs as well; a missing tool is an error
# IMAGE and CHARTS name the registries to push to, such as ghcr.io/acme/scriptorium and oci://ghcr.io/acme/charts.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

publish=false
[ "${1:-}" = --publish ] && publish=true
if $publish; then
  : "${IMAGE:?Set IMAGE to the repository of the image, such as ghcr.io/acme/scriptorium.}"
  : "${CHARTS:?Set CHARTS to the registry of the chart, such as oci://ghcr.io/acme/charts.}"
fi
version=$(node -p 'require("./package.json").version')
platforms=linux/amd64,linux/arm64

has() { # has TOOL WHAT: whether the tool is there; when publishing, it must be
  if [ "$1" = buildx ]; then docker buildx version >/dev/null 2>&1 && return; fi
  command -v "$1" >/dev/null && return
  if $publish; then echo "$1 is required for: $2" >&2; exit 1; fi
  echo "left out, $1 is not installed: $2"
  return 1
}

# One version everywhere, and an entry in the changelog.
for line in "version: $version" "appVersion: \"$version\"" "image: ghcr.io/scriptorium-md/scriptorium:$version"; do
  grep -qF "$line" charts/scriptorium/Chart.yaml || { echo "Chart.yaml must contain $line" >&2; exit 1; }
done
grep -q "^## $version" CHANGELOG.md || { echo "CHANGELOG.md must have a section $version" >&2; exit 1; }
if $publish && grep -q "^## $version (unreleased)" CHANGELOG.md; then
  echo "CHANGELOG.md still calls $version unreleased" >&2; exit 1
fi

rm -rf release
mkdir release

npm ci --ignore-scripts
npm pack --pack-destination release
npm run --silent sbom > release/sbom.cdx.json
chart=release/scriptorium-chart-$version.tgz
if has helm 'the chart'; then
  helm package charts/scriptorium --destination release/chart
  mv "release/chart/scriptorium-$version.tgz" "$chart"
  rmdir release/chart
fi
(cd release && sha256sum -- * > SHA256SUMS)

if has buildx 'the image'; then
  image=(docker buildx build --platform "$platforms" --provenance=mode=max --sbom=true .)
  if $publish; then
    "${image[@]}" --tag "$IMAGE:$version" --tag "$IMAGE:latest" --push --metadata-file release/image.json
  else
    "${image[@]}" --output "type=oci,dest=release/image.tar"
  fi
fi

if $publish; then
  has cosign 'signatures'
  image=$IMAGE@$(node -p 'require("./release/image.json")["containerimage.digest"]')
  cosign sign --yes "$image"
  cosign attest --yes --type cyclonedx --predicate release/sbom.cdx.json "$image"
  helm push "$chart" "$CHARTS"
  cosign sign-blob --yes --bundle release/SHA256SUMS.sigstore.json release/SHA256SUMS
  npm publish --provenance --access public "release/scriptorium-md-$version.tgz"
fi
ls -l release
